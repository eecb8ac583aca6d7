package dev.myriarch.template;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The entries of the reference page by heading: data, logic, collections and numbers. */
final class FunctionEntries {
    private FunctionEntries() {}

    static Map<String, List<FunctionEntry>> all() {
        Map<String, List<FunctionEntry>> groups = new LinkedHashMap<>();
        groups.put("Attributes, parameters, fallbacks", data());
        groups.put("Texts", TextFunctionEntries.texts());
        groups.put("Printing", TextFunctionEntries.printing());
        groups.put("Lists and maps", collections());
        groups.put("Conversions", conversions());
        groups.put("Arithmetic", arithmetic());
        groups.put("Comparison and logic", logic());
        return groups;
    }

    private static List<FunctionEntry> data() {
        return List.of(
                FunctionEntry.of(
                                "attr KEY",
                                "The value of an attribute of the agent.",
                                "The agent does not have it.")
                        .gives("[[ attr \"os.type\" ]]")
                        .fails("[[ attr \"rack\" ]]"),
                FunctionEntry.of(
                                "attrOr KEY DEFAULT",
                                "The value of an attribute, DEFAULT for an agent without it. An"
                                        + " attribute that is empty is there.",
                                "DEFAULT is no string.")
                        .gives("[[ attrOr \"rack\" \"none\" ]]", "[[ attrOr \"blank\" \"none\" ]]")
                        .fails("[[ attrOr \"rack\" 1 ]]"),
                FunctionEntry.of("hasAttr KEY", "Whether the agent has the attribute.", "")
                        .gives("[[ hasAttr \"os.type\" ]]", "[[ hasAttr \"rack\" ]]"),
                FunctionEntry.of(
                                "param NAME",
                                "The value of a parameter with its type; the same as"
                                        + " `.params.NAME`.",
                                "The blueprint does not declare it.")
                        .gives("[[ param \"limit\" ]]")
                        .fails("[[ param \"limt\" ]]"),
                FunctionEntry.of("default D V", "V, or D when V is null, false, 0 or empty.", "")
                        .gives(
                                "[[ .params.limit | default 50 ]]",
                                "[[ .params.nothing | default 50 ]]",
                                "[[ attrOr \"rack\" \"\" | default \"none\" ]]"),
                FunctionEntry.of(
                                "required MESSAGE V",
                                "V. Of MESSAGE %d characters are shown at most."
                                        .formatted(TemplateLimits.REQUIRED_CHARACTERS),
                                "V is null or the empty string; the error is MESSAGE.")
                        .gives("[[ attr \"site.id\" | required \"every host has a site\" ]]")
                        .fails("[[ attr \"blank\" | required \"every host has a site\" ]]"));
    }

    private static List<FunctionEntry> collections() {
        return List.of(
                FunctionEntry.of(
                                "list [A…]",
                                "A list of the arguments.",
                                "More than %,d arguments.".formatted(TemplateLimits.LIST_ELEMENTS))
                        .gives("[[ list \"a\" 2 true ]]", "[[ list ]]"),
                FunctionEntry.of(
                                "dict [KEY VALUE…]",
                                "A map. A key that comes again replaces the one before.",
                                "A key is no string, or the last one has no value.")
                        .gives("[[ dict \"insecure\" true \"port\" 4317 ]]")
                        .fails("[[ dict \"insecure\" ]]", "[[ dict 1 2 ]]"),
                FunctionEntry.of(
                                "index V [KEY…]",
                                "The element of a list at a position from 0, or of a map at a key;"
                                        + " with more arguments the element in it, and so on. A"
                                        + " missing key of a map gives null, of attributes and"
                                        + " labels the empty string.",
                                "A position outside the list; V or what is reached is neither list"
                                        + " nor map.")
                        .gives(
                                "[[ index .params.hosts 1 ]]",
                                "[[ index .params.ports \"otlp\" ]]",
                                "[[ index .params.ports \"zipkin\" ]]",
                                "[[ index .fleet.labels \"owner\" ]]")
                        .fails("[[ index .params.hosts 2 ]]", "[[ index .params.limit 0 ]]"),
                FunctionEntry.of(
                                "slice V [START [END [CAPACITY]]]",
                                "The part of a list, or by bytes of a string, from START (0) up to"
                                        + " but not including END (the length). CAPACITY is taken"
                                        + " for lists because Go takes it, and changes nothing.",
                                "A position outside V, START behind END, or a cut inside a"
                                        + " character.")
                        .gives("[[ slice .params.hosts 1 ]]", "[[ slice (attr \"site.id\") 1 3 ]]")
                        .fails("[[ slice .params.hosts 3 ]]", "[[ slice \"é\" 1 ]]"),
                FunctionEntry.of(
                                "len V",
                                "Bytes of a string, elements of a list or map.",
                                "V is a number, a boolean or null.")
                        .gives("[[ len .params.hosts ]]", "[[ len \"é\" ]]")
                        .fails("[[ len 5 ]]"));
    }

    private static List<FunctionEntry> conversions() {
        String digits =
                " A string has at most %,d characters.".formatted(TemplateLimits.NUMBER_LENGTH);
        return List.of(
                FunctionEntry.of(
                                "int V",
                                "An integer of 64 bits from an integer, a float without fraction, a"
                                        + " decimal string or a boolean (1 or 0)."
                                        + digits,
                                "V is anything else, or does not fit.")
                        .gives("[[ int (attr \"site.id\") ]]", "[[ int 3.0 ]]", "[[ int true ]]")
                        .fails("[[ int \"12a\" ]]", "[[ int 3.5 ]]", "[[ int 9.3e18 ]]"),
                FunctionEntry.of(
                                "float V",
                                "A double from a number or a string as Go's ParseFloat reads it. A"
                                        + " float without fraction becomes an integer in the"
                                        + " configuration."
                                        + digits,
                                "V is anything else, or the result of the template is no finite"
                                        + " number.")
                        .gives("[[ float \"0.25\" ]]", "[[ float \"2\" ]]")
                        .fails("[[ float \"a lot\" ]]", "[[ float \"inf\" ]]"),
                FunctionEntry.of(
                                "bool V",
                                "A boolean from a boolean or one of the strings `1 t T TRUE true"
                                        + " True 0 f F FALSE false False`.",
                                "V is anything else.")
                        .gives("[[ bool \"true\" ]]", "[[ bool \"0\" ]]")
                        .fails("[[ bool \"yes\" ]]", "[[ bool 1 ]]"),
                FunctionEntry.of(
                                "str V",
                                "The text of V: a scalar as it prints, null as the empty string, a"
                                        + " list or map as `toJson`.",
                                "The text has more than %d KiB."
                                        .formatted(TemplateLimits.TEXT_BYTES / 1024))
                        .gives(
                                "[[ str .params.limit ]]",
                                "[[ str .params.nothing ]]",
                                "[[ str .params.hosts ]]"),
                FunctionEntry.of(
                                "toJson V",
                                "Compact JSON with sorted keys; `<`, `>` and `&` stay as they are.",
                                "More than %d lists and maps inside each other, or a number that is"
                                                .formatted(TemplateLimits.VALUE_NESTING)
                                        + " not finite.")
                        .gives("[[ toJson .params.ports ]]", "[[ toJson \"a<b\" ]]")
                        .fails("[[ float \"nan\" | toJson ]]"));
    }

    private static List<FunctionEntry> arithmetic() {
        String overflow = "An argument is no integer, or the result does not fit in 64 bits.";
        String division = "B is 0, an argument is no integer, or the result does not fit.";
        return List.of(
                FunctionEntry.of("add A B [C…]", "The sum of integers.", overflow)
                        .gives("[[ add .params.limit 5 ]]", "[[ add 1 2 3 ]]")
                        .fails("[[ add 1.5 1 ]]", "[[ add 9223372036854775807 1 ]]"),
                FunctionEntry.of("sub A B [C…]", "A less all others.", overflow)
                        .gives("[[ sub 10 3 2 ]]")
                        .fails("[[ sub \"10\" 3 ]]"),
                FunctionEntry.of("mul A B [C…]", "The product of integers.", overflow)
                        .gives("[[ mul .params.limit 1024 ]]")
                        .fails("[[ mul 4611686018427387904 2 ]]"),
                FunctionEntry.of("div A B", "The quotient, cut towards 0.", division)
                        .gives("[[ div 7 2 ]]", "[[ div -7 2 ]]")
                        .fails("[[ div 7 0 ]]"),
                FunctionEntry.of("mod A B", "The remainder of `div`, with the sign of A.", division)
                        .gives("[[ mod 7 2 ]]", "[[ mod -7 2 ]]")
                        .fails("[[ mod 7 0 ]]"));
    }

    private static List<FunctionEntry> logic() {
        String types = "A and B are of different types (also an integer and a float).";
        String order = types + " Booleans, null, lists and maps have no order.";
        return List.of(
                FunctionEntry.of(
                                "and A [B…]",
                                "The first argument that is not true, else the last one. What comes"
                                        + " behind it is not evaluated.",
                                "")
                        .gives(
                                "[[ and true \"x\" ]]",
                                "[[ and (hasAttr \"rack\") (attr \"rack\") ]]"),
                FunctionEntry.of(
                                "or A [B…]",
                                "The first argument that is true, else the last one. What comes"
                                        + " behind it is not evaluated.",
                                "")
                        .gives("[[ or \"\" 0 \"x\" ]]", "[[ or true (attr \"rack\") ]]"),
                FunctionEntry.of("not A", "Whether A is not true.", "")
                        .gives("[[ not (hasAttr \"rack\") ]]", "[[ not .params.hosts ]]"),
                FunctionEntry.of(
                                "eq A B [C…]",
                                "Whether A equals one of the others. Null equals null only.",
                                types + " Lists and maps cannot be compared.")
                        .gives(
                                "[[ eq (attr \"os.type\") \"darwin\" \"linux\" ]]",
                                "[[ eq .params.nothing 0 ]]")
                        .fails("[[ eq 1 1.0 ]]", "[[ eq (attr \"site.id\") 42 ]]"),
                FunctionEntry.of(
                                "ne A B",
                                "Whether A does not equal B.",
                                types + " Lists and maps cannot be compared.")
                        .gives("[[ ne .params.limit 80 ]]")
                        .fails("[[ ne .params.hosts .params.hosts ]]"),
                FunctionEntry.of(
                                "lt A B",
                                "Whether A is less than B; strings are ordered by their bytes.",
                                order)
                        .gives("[[ lt .params.limit 80 ]]", "[[ lt \"B\" \"a\" ]]")
                        .fails("[[ lt \"9\" 10 ]]"),
                FunctionEntry.of("le A B", "Whether A is less than B or equals it.", order)
                        .gives("[[ le 80 80 ]]")
                        .fails("[[ le true true ]]"),
                FunctionEntry.of("gt A B", "Whether A is greater than B.", order)
                        .gives("[[ gt .params.limit 80 ]]")
                        .fails("[[ gt .params.nothing 1 ]]"),
                FunctionEntry.of("ge A B", "Whether A is greater than B or equals it.", order)
                        .gives("[[ ge 80.5 80.5 ]]")
                        .fails("[[ ge .params.hosts 1 ]]"));
    }
}
