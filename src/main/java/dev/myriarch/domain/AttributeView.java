package dev.myriarch.domain;

import java.util.Map;
import java.util.TreeMap;

/** The flat map of attributes that selectors and templates see. */
public final class AttributeView {
    /** Prefix of the labels that the server knows; an agent cannot report such keys. */
    public static final String LABEL_PREFIX = "labels.";

    private AttributeView() {}

    /**
     * Non-identifying attributes, overlaid by identifying ones, and labels under {@link
     * #LABEL_PREFIX}. Reported keys with that prefix are dropped, because it belongs to the server.
     * Sorted by key.
     */
    public static Map<String, String> of(
            Map<String, String> identifying,
            Map<String, String> nonIdentifying,
            Map<String, String> labels) {
        Map<String, String> view = new TreeMap<>(nonIdentifying);
        view.putAll(identifying);
        view.keySet().removeIf(key -> key.startsWith(LABEL_PREFIX));
        labels.forEach((key, value) -> view.put(LABEL_PREFIX + key, value));
        return view;
    }
}
