package dev.myriarch.blueprint;

import dev.myriarch.base.EditDistance;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * What somebody may have meant by a setting that does not exist.
 *
 * @param isSlip whether it is one letter beside a setting that exists in the same place
 */
record FieldHint(String text, boolean isSlip) {
    private static final int MAX_LENGTH = 64;
    private static final int MAX_SHOWN = 12;
    private static final int MAX_PLACES = 2;

    /**
     * @param root all settings of the component
     * @param shape those where the unknown one stands
     */
    static FieldHint of(FieldShape root, FieldShape shape, String key) {
        List<String> near = near(key, shape.fields().keySet());
        if (!near.isEmpty() && EditDistance.isSlip(key, near.getFirst())) {
            return new FieldHint("did you mean " + near.getFirst() + "?", true);
        }
        List<String> places = new ArrayList<>();
        collect(root, key, "", places);
        if (!places.isEmpty()) {
            places.sort(Comparator.comparingInt(String::length).thenComparing(each -> each));
            String shown =
                    String.join(" or ", places.subList(0, Math.min(MAX_PLACES, places.size())));
            return new FieldHint("it belongs " + shown, false);
        }
        if (!near.isEmpty()) {
            return new FieldHint("did you mean " + near.getFirst() + "?", false);
        }
        List<String> known = shape.fields().keySet().stream().sorted().toList();
        return new FieldHint(
                known.size() <= MAX_SHOWN
                        ? "there are " + String.join(", ", known)
                        : "it is none of the %d that exist there".formatted(known.size()),
                false);
    }

    /** Nearest first. */
    private static List<String> near(String key, Collection<String> names) {
        if (key.length() > MAX_LENGTH) {
            return List.of();
        }
        int limit = Math.max(1, key.length() / 3);
        return names.stream()
                .filter(name -> EditDistance.between(key, name) <= limit)
                .sorted(
                        Comparator.comparingInt((String name) -> EditDistance.between(key, name))
                                .thenComparing(Comparator.naturalOrder()))
                .toList();
    }

    /** Where in the component a setting of this name exists. */
    private static void collect(FieldShape shape, String key, String path, List<String> places) {
        if (shape.fields().containsKey(key)) {
            places.add(path.isEmpty() ? "directly below the component" : "below " + path);
        }
        shape.fields()
                .forEach((name, field) ->
                        collect(field, key, path.isEmpty() ? name : path + "::" + name, places));
        shape.items().ifPresent(item -> collect(item, key, path, places));
    }
}
