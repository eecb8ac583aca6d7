package dev.myriarch.template;

import java.util.List;

/** The entries of the reference page about texts. */
final class TextFunctionEntries {
    private static final String NO_STRING = "An argument is no string.";
    private static final String LONG =
            "The result has more than %d KiB.".formatted(TemplateLimits.TEXT_BYTES / 1024);

    private TextFunctionEntries() {}

    static List<FunctionEntry> texts() {
        return List.of(
                FunctionEntry.of(
                                "upper S",
                                "S in upper case, character by character: `ß` has none and stays.",
                                NO_STRING)
                        .gives("[[ upper \"straße\" ]]")
                        .fails("[[ upper 5 ]]"),
                FunctionEntry.of("lower S", "S in lower case, character by character.", NO_STRING)
                        .gives("[[ lower \"EU-West\" ]]")
                        .fails("[[ lower .params.hosts ]]"),
                FunctionEntry.of("trim S", "S without Unicode white space at both ends.", NO_STRING)
                        .gives("[[ trim \"  a b\\n\" ]]")
                        .fails("[[ trim .params.nothing ]]"),
                FunctionEntry.of(
                                "trimPrefix PREFIX S",
                                "S without PREFIX when S begins with it.",
                                NO_STRING)
                        .gives("[[ trimPrefix \"eu-\" \"eu-west\" ]]")
                        .fails("[[ trimPrefix 1 \"12\" ]]"),
                FunctionEntry.of(
                                "trimSuffix SUFFIX S",
                                "S without SUFFIX when S ends with it.",
                                NO_STRING)
                        .gives("[[ \"edge-1.example.com\" | trimSuffix \".example.com\" ]]")
                        .fails("[[ trimSuffix \"0\" 10 ]]"),
                FunctionEntry.of(
                                "replace OLD NEW S",
                                "S with every OLD replaced. An empty OLD is found before each"
                                        + " character and at the end.",
                                NO_STRING + " " + LONG)
                        .gives(
                                "[[ replace \".\" \"_\" \"a.b.c\" ]]",
                                "[[ replace \"\" \"-\" \"ab\" ]]")
                        .fails("[[ replace \"4\" \"5\" 42 ]]"),
                FunctionEntry.of("contains PART S", "Whether PART is somewhere in S.", NO_STRING)
                        .gives("[[ contains \"west\" \"eu-west-1\" ]]")
                        .fails("[[ contains \"a\" .params.hosts ]]"),
                FunctionEntry.of("hasPrefix PREFIX S", "Whether S begins with PREFIX.", NO_STRING)
                        .gives("[[ hasPrefix \"eu-\" \"eu-west-1\" ]]")
                        .fails("[[ hasPrefix \"4\" 42 ]]"),
                FunctionEntry.of("hasSuffix SUFFIX S", "Whether S ends with SUFFIX.", NO_STRING)
                        .gives("[[ hasSuffix \"-1\" \"eu-west-1\" ]]")
                        .fails("[[ hasSuffix \"2\" 42 ]]"),
                FunctionEntry.of(
                                "split SEPARATOR S",
                                "The parts of S between the separators, at most %,d. An empty"
                                                .formatted(TemplateLimits.LIST_ELEMENTS)
                                        + " SEPARATOR splits into characters.",
                                "An argument is no string, or there are more parts.")
                        .gives("[[ split \",\" \"a,b,\" ]]", "[[ split \"\" \"né\" ]]")
                        .fails("[[ split \",\" 1 ]]"),
                FunctionEntry.of(
                                "join SEPARATOR LIST",
                                "The elements of LIST as text, SEPARATOR between them.",
                                "An element is a list, a map or null. " + LONG)
                        .gives("[[ join \", \" .params.hosts ]]", "[[ list 1 true | join \":\" ]]")
                        .fails(
                                "[[ join \",\" \"ab\" ]]",
                                "[[ join \",\" (list .params.nothing) ]]"));
    }

    static List<FunctionEntry> printing() {
        String lists = "An argument is a list, a map or null. " + LONG;
        return List.of(
                FunctionEntry.of(
                                "print [A…]",
                                "The arguments as text, with a space between two neighbours that are"
                                        + " both no strings.",
                                lists)
                        .gives("[[ print \"port\" 4317 ]]", "[[ print 1 2 \"a\" 3 ]]")
                        .fails("[[ print .params.hosts ]]"),
                FunctionEntry.of(
                                "println [A…]",
                                "The arguments as text, a space between them, a line feed at the"
                                        + " end.",
                                lists)
                        .gives("[[ println \"port\" 4317 ]]")
                        .fails("[[ println .params.nothing ]]"),
                FunctionEntry.of(
                                "printf FORMAT [A…]",
                                "Text in a form as Go's fmt has it: the verbs `v s q d b o x X c U t"
                                        + " e E f F g G %`, the flags `+ - # 0` and space, width"
                                        + " and precision up to "
                                        + TemplateLimits.FORMAT_NUMBER
                                        + ". There is no `*`, no `%[1]d`, no `%T` and no `%p`.",
                                "A verb that is unknown or does not fit its argument, too many or"
                                        + " too few arguments, and a list, a map or null. "
                                        + LONG)
                        .gives(
                                "[[ printf \"%s:%d\" (attr \"os.type\") 4317 ]]",
                                "[[ printf \"%05d %.1f %q\" 42 2.55 \"a\" ]]",
                                "[[ printf \"%d%%\" .params.limit ]]")
                        .fails(
                                "[[ printf \"%d\" \"42\" ]]",
                                "[[ printf \"%d\" ]]",
                                "[[ printf \"%d\" 1 2 ]]",
                                "[[ printf \"%300d\" 1 ]]",
                                "[[ printf \"%v\" .params.hosts ]]"),
                FunctionEntry.of(
                                "urlquery [A…]",
                                "The arguments as `print` gives them, escaped for the query of a"
                                        + " URL.",
                                lists)
                        .gives("[[ urlquery \"a b&c=é\" ]]")
                        .fails("[[ urlquery .params.ports ]]"));
    }
}
