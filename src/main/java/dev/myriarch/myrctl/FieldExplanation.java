package dev.myriarch.myrctl;

import dev.myriarch.base.Value;
import dev.myriarch.gitops.IssueCode;
import dev.myriarch.gitops.Nearest;
import dev.myriarch.gitops.ObjectKind;
import dev.myriarch.gitops.ObjectReference;
import dev.myriarch.json.Json;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A kind, or one field of it with what is below.
 *
 * @param entries the field first; all fields when it is about the kind
 */
record FieldExplanation(ObjectKind kind, String path, List<ObjectReference.Entry> entries) {
    FieldExplanation {
        entries = List.copyOf(entries);
    }

    /**
     * What {@code KIND} or {@code KIND.path} means; the path as issues name it, with or without
     * numbers in brackets and {@code spec}. Empty when the text does not begin with a kind.
     *
     * @throws CommandException when the kind has no such field
     */
    static Optional<FieldExplanation> of(String subject) {
        String[] parts = subject.split("[./]", 2);
        Optional<ObjectKind> kind =
                Arrays.stream(ObjectKind.values())
                        .filter(each -> each.text().equalsIgnoreCase(parts[0]))
                        .findFirst();
        return kind.map(each -> of(each, parts.length == 1 ? "" : parts[1]));
    }

    private static FieldExplanation of(ObjectKind kind, String written) {
        List<ObjectReference.Entry> all = ObjectReference.entries(kind);
        String wanted = plain(written);
        if (wanted.isEmpty()) {
            return new FieldExplanation(kind, "", all);
        }
        for (ObjectReference.Entry entry : all) {
            String path = plain(entry.path());
            if (path.equals(wanted) || path.equals("spec." + wanted)) {
                return new FieldExplanation(
                        kind,
                        entry.path(),
                        all.stream()
                                .filter(each -> isAtOrBelow(plain(each.path()), path))
                                .toList());
            }
        }
        List<String> paths = all.stream().map(each -> plain(each.path())).toList();
        throw CommandException.trouble(
                "%s has no field \"%s\"%s"
                        .formatted(
                                kind.text(),
                                written,
                                Nearest.to(wanted, paths)
                                        .or(() -> Nearest.to("spec." + wanted, paths))
                                        .map(near ->
                                                "; did you mean %s.%s?"
                                                        .formatted(kind.text(), near))
                                        .orElse(
                                                "; \"myrctl explain %s\" lists them"
                                                        .formatted(kind.text()))));
    }

    private static boolean isAtOrBelow(String path, String around) {
        return path.equals(around) || path.startsWith(around + ".");
    }

    private static String plain(String path) {
        return path.replaceAll("\\[[0-9]*\\]", "");
    }

    String text() {
        StringBuilder out = new StringBuilder();
        if (path.isEmpty()) {
            out.append("%s: %s\n\n".formatted(kind.text(), ObjectReference.purpose(kind)));
        } else {
            appendField(out, entries.getFirst());
        }
        List<ObjectReference.Entry> below =
                path.isEmpty() ? entries : entries.subList(1, entries.size());
        if (!below.isEmpty()) {
            int width = below.stream().mapToInt(each -> each.path().length()).max().orElse(0);
            for (ObjectReference.Entry entry : below) {
                out.append(entry.path()).repeat(' ', width - entry.path().length() + 2);
                out.append(entry.type()).append(entry.required() ? ", required\n" : "\n");
            }
        }
        return out.toString();
    }

    private void appendField(StringBuilder out, ObjectReference.Entry entry) {
        out.append(
                "%s.%s: %s%s\n\n%s\n"
                        .formatted(
                                kind.text(),
                                entry.path(),
                                entry.type(),
                                entry.required() ? ", required" : "",
                                entry.description()));
        entry.fallback().ifPresent(value -> out.append("Default: %s\n".formatted(value)));
        if (!entry.alternatives().isEmpty()) {
            out.append(
                    "Exactly one of %s.\n".formatted(String.join(" and ", entry.alternatives())));
        }
        if (!entry.codes().isEmpty()) {
            out.append(
                    "Issues: %s\n"
                            .formatted(
                                    String.join(
                                            ", ",
                                            entry.codes().stream().map(IssueCode::code).toList())));
        }
        out.append(entries.size() > 1 ? "\n" : "");
    }

    String json() {
        List<Value> fields = new ArrayList<>();
        for (ObjectReference.Entry entry : entries) {
            Map<String, Value> field = new LinkedHashMap<>();
            field.put("path", Value.of(entry.path()));
            field.put("type", Value.of(entry.type()));
            field.put("required", Value.of(entry.required()));
            entry.fallback().ifPresent(value -> field.put("default", Value.of(value)));
            field.put("description", Value.of(entry.description()));
            field.put("alternatives", Value.ofTexts(entry.alternatives()));
            field.put("codes", Value.ofTexts(entry.codes().stream().map(IssueCode::code).toList()));
            fields.add(new Value.Mapping(field));
        }
        Map<String, Value> all = new LinkedHashMap<>();
        all.put("formatVersion", Value.of("1.0"));
        all.put("kind", Value.of(kind.text()));
        all.put("meaning", Value.of(ObjectReference.purpose(kind)));
        all.put("fields", new Value.Sequence(fields));
        return Json.write(new Value.Mapping(all)) + "\n";
    }
}
