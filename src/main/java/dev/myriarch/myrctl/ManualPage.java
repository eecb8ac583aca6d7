package dev.myriarch.myrctl;

import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The page of one command for {@code man}, in its language (man(7)). */
final class ManualPage {
    private final StringBuilder page = new StringBuilder();

    private ManualPage() {}

    static String of(CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        String name = spec.qualifiedName("-");
        List<String> description = List.of(spec.usageMessage().description());
        ManualPage manual = new ManualPage();
        manual.macro(".TH " + name.toUpperCase(Locale.ROOT) + " 1");
        manual.section("NAME");
        manual.text(name + " - " + description.getFirst());
        manual.section("SYNOPSIS");
        manual.text(command.getHelp().synopsis(0).strip());
        manual.section("DESCRIPTION");
        manual.paragraphs(description);
        manual.arguments(spec);
        manual.commands(command);
        manual.paragraphs(List.of(spec.usageMessage().footer()));
        return manual.page.toString();
    }

    private void arguments(CommandSpec spec) {
        if (!spec.positionalParameters().isEmpty()) {
            section("ARGUMENTS");
            for (PositionalParamSpec parameter : spec.positionalParameters()) {
                entry(parameter.paramLabel(), parameter);
            }
        }
        section("OPTIONS");
        for (OptionSpec option : spec.options()) {
            String names = String.join(", ", option.names());
            entry(option.arity().max() == 0 ? names : names + " " + option.paramLabel(), option);
        }
    }

    private void commands(CommandLine command) {
        if (command.getSubcommands().isEmpty()) {
            return;
        }
        section("COMMANDS");
        command.getSubcommands()
                .forEach((name, each) -> {
                    macro(".TP");
                    text(name);
                    text(each.getCommandSpec().usageMessage().description()[0]);
                });
    }

    private void entry(String head, ArgSpec argument) {
        macro(".TP");
        text(head);
        text(String.join(" ", argument.description()));
    }

    private void section(String name) {
        macro(".SH " + name);
    }

    private void paragraphs(List<String> texts) {
        for (String text : texts) {
            if (!text.isBlank()) {
                macro(".PP");
                text(text);
            }
        }
    }

    private void macro(String line) {
        page.append(line).append('\n');
    }

    /** Never begins like a macro, and nothing in it is one. */
    private void text(String text) {
        String line = text.replace("\\", "\\e").replace("-", "\\-").replaceAll("\\s+", " ");
        page.append("\\&").append(line).append('\n');
    }
}
