package dev.myriarch.agent;

import dev.myriarch.domain.AttributeView;
import java.util.Map;

/**
 * What an agent says of itself, and the labels that the server knows.
 *
 * @param identifying identifying attributes as text
 * @param nonIdentifying non-identifying attributes as text
 * @param tokenLabels labels of the enrollment token of its first registration
 * @param labels effective labels: token labels, overlaid by the inventory
 * @param capabilities OpAMP bit set, unknown bits kept
 */
public record Description(
        Map<String, String> identifying,
        Map<String, String> nonIdentifying,
        Map<String, String> tokenLabels,
        Map<String, String> labels,
        long capabilities) {
    public Description {
        identifying = Map.copyOf(identifying);
        nonIdentifying = Map.copyOf(nonIdentifying);
        tokenLabels = Map.copyOf(tokenLabels);
        labels = Map.copyOf(labels);
    }

    /** {@code host.name}, or empty. */
    public String hostName() {
        return attribute("host.name");
    }

    /** {@code service.name}, or empty. */
    public String serviceName() {
        return attribute("service.name");
    }

    /** {@code service.version} without a leading v, or empty. */
    public String version() {
        String version = attribute("service.version");
        return version.startsWith("v") ? version.substring(1) : version;
    }

    /** {@code os.type}, or empty. */
    public String osType() {
        return attribute("os.type");
    }

    private String attribute(String key) {
        String value = identifying.get(key);
        return value != null ? value : nonIdentifying.getOrDefault(key, "");
    }

    /**
     * The attribute view of selectors and templates: non-identifying attributes, overlaid by
     * identifying ones, and labels under {@code labels.}; reported keys with that prefix are
     * dropped because it belongs to the server. Sorted by key.
     */
    public Map<String, String> attributeView() {
        return AttributeView.of(identifying, nonIdentifying, labels);
    }
}
