package dev.myriarch.myrctl;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code --output} of commands that answer in one of a few forms. */
final class AnswerOption {
    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "Form of the answer; json is for programs.")
    private @Nullable String output;

    /** Whether the answer is JSON instead of {@code other}, the form for people. */
    boolean isJson(String other) {
        return choice(List.of(other, "json")).equals("json");
    }

    /**
     * @param forms the first one is the default
     */
    String choice(List<String> forms) {
        String chosen = Optional.ofNullable(output).orElse(forms.getFirst());
        if (!forms.contains(chosen)) {
            throw CommandException.trouble(
                    "there is no output format \"%s\" here; there are %s"
                            .formatted(chosen, String.join(", ", forms)));
        }
        return chosen;
    }
}
