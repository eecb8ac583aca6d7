package dev.myriarch.myrctl;

import dev.myriarch.base.Value;
import dev.myriarch.gitops.IssueCode;
import dev.myriarch.gitops.Nearest;
import dev.myriarch.json.Json;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** What a code, a field or a value means. */
@Command(
        name = "explain",
        description = {
            "Says what an issue code means, with an example and what to do, or what a field of an"
                    + " object takes. With --sample or --attr it says where the values of a"
                    + " configuration come from.",
            "Exit codes: 0 explained, 1 no fleet, no configuration or no such value, 2 wrong usage"
                    + " or trouble."
        },
        mixinStandardHelpOptions = true,
        versionProvider = MyrctlVersion.class)
final class ExplainCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Mixin private final AnswerOption answer = new AnswerOption();

    @Mixin private final AgentOptions agents = new AgentOptions();

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "CODE|KIND.PATH|PATH",
            description =
                    "A code such as unknown_field, or a field such as Fleet.spec.update; without one"
                            + " all codes are listed. For an agent the path of values, such as"
                            + " service::pipelines::logs; \"all\" for all.")
    private @Nullable String code;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "DIR",
            description = "Folder with the GitOps objects (default: the current one).")
    private Path folder = Path.of("");

    ExplainCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        boolean json = answer.isJson("text");
        if (agents.isGiven()) {
            String path = code == null || code.equals("all") ? "" : code;
            return new ValueExplanation(surroundings, folder, agents).print(path, json);
        }
        if (code == null) {
            list(json);
            return 0;
        }
        Optional<FieldExplanation> field = FieldExplanation.of(code);
        if (field.isPresent()) {
            surroundings.out().print(json ? field.get().json() : field.get().text());
            return 0;
        }
        IssueCode found = issueCode(code.toLowerCase(Locale.ROOT));
        if (json) {
            surroundings.out().println(Json.write(value(found)));
        } else {
            print(surroundings.out(), found);
        }
        return 0;
    }

    private static IssueCode issueCode(String wanted) {
        return IssueCode.of(wanted)
                .orElseThrow(() ->
                        CommandException.trouble(
                                "there is no issue code \"%s\"%s"
                                        .formatted(
                                                wanted,
                                                Nearest.to(wanted, IssueCode.codes())
                                                        .map(near -> "; did you mean " + near + "?")
                                                        .orElse(
                                                                "; \"myrctl explain\" lists them, and"
                                                                        + " \"myrctl explain Fleet\""
                                                                        + " the fields of fleets"))));
    }

    private void list(boolean json) {
        PrintWriter out = surroundings.out();
        if (json) {
            Map<String, Value> fields = new LinkedHashMap<>();
            fields.put("formatVersion", Value.of("1.0"));
            fields.put(
                    "codes",
                    new Value.Sequence(
                            IssueCode.codes().stream()
                                    .flatMap(each -> IssueCode.of(each).stream())
                                    .<Value>map(ExplainCommand::value)
                                    .toList()));
            out.println(Json.write(new Value.Mapping(fields)));
            return;
        }
        for (String each : IssueCode.codes()) {
            IssueCode.of(each)
                    .ifPresent(found -> out.println("%-26s %s".formatted(each, found.meaning())));
        }
    }

    private static Value.Mapping value(IssueCode code) {
        Map<String, Value> fields = new LinkedHashMap<>();
        fields.put("code", Value.of(code.code()));
        fields.put("severity", Value.of(code.weight().text()));
        fields.put("meaning", Value.of(code.meaning()));
        fields.put("example", Value.of(code.example()));
        fields.put("fix", Value.of(code.fix()));
        return new Value.Mapping(fields);
    }

    private static void print(PrintWriter out, IssueCode code) {
        out.println("%s (%s)".formatted(code.code(), code.weight().text()));
        out.println();
        out.println(code.meaning());
        out.println();
        out.println("Example:");
        out.println();
        code.example().lines().forEach(line -> out.println("    " + line));
        out.println();
        out.println("What to do: " + code.fix());
    }
}
