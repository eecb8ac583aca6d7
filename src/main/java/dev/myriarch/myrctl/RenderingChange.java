package dev.myriarch.myrctl;

import dev.myriarch.base.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A change of renderings, and the samples that have exactly this one.
 *
 * @param samples names
 */
record RenderingChange(Kind kind, List<String> samples) {
    /** GitHub refuses comments above 65,536 characters. */
    private static final int COMMENT_LIMIT = 60_000;

    RenderingChange {
        samples = List.copyOf(samples);
    }

    /**
     * @param before fleet, empty for none
     * @param after fleet, empty for none
     * @param hunks unified diff without a header
     */
    record Kind(Optional<String> before, Optional<String> after, String hunks) {
        String fleets() {
            String from = before.orElse("no fleet");
            String to = after.orElse("no fleet");
            return from.equals(to) ? from : from + " → " + to;
        }

        long lines(char sign) {
            return hunks.lines().filter(line -> line.charAt(0) == sign).count();
        }
    }

    private String title() {
        return "%s (%s)".formatted(String.join(", ", samples), kind.fleets());
    }

    private String stat() {
        return "+%d -%d".formatted(kind.lines('+'), kind.lines('-'));
    }

    static String text(List<RenderingChange> changes, FleetCounts counts, boolean stat) {
        StringBuilder out = new StringBuilder();
        for (RenderingChange each : changes) {
            if (stat) {
                out.append("%s %s\n".formatted(each.title(), each.stat()));
            } else {
                out.append("--- base: %s\n+++ head: %s\n".formatted(each.title(), each.title()));
                out.append(each.kind.hunks());
            }
        }
        counts.lines().forEach(line -> out.append(line).append('\n'));
        return out.append(sum(changes)).append('\n').toString();
    }

    private static String sum(List<RenderingChange> changes) {
        int agents = changes.stream().mapToInt(each -> each.samples.size()).sum();
        return changes.isEmpty()
                ? "no sample agent gets another configuration"
                : "%d distinct change%s for %d sample agent%s"
                        .formatted(
                                changes.size(),
                                changes.size() == 1 ? "" : "s",
                                agents,
                                agents == 1 ? "" : "s");
    }

    static String markdown(List<RenderingChange> changes, FleetCounts counts) {
        StringBuilder out = new StringBuilder("<!-- myrctl:diff -->\n### ");
        out.append(sum(changes)).append('\n');
        if (!changes.isEmpty()) {
            out.append('\n');
            counts.lines().forEach(line -> out.append("- ").append(line).append('\n'));
        }
        for (int index = 0; index < changes.size(); index++) {
            RenderingChange each = changes.get(index);
            String block =
                    "\n<details><summary>%s %s</summary>\n\n%s\n</details>\n"
                            .formatted(each.title(), each.stat(), fenced(each.kind.hunks()));
            if (out.length() + block.length() > COMMENT_LIMIT) {
                out.append("\n… and %d more.\n".formatted(changes.size() - index));
                break;
            }
            out.append(block);
        }
        return out.toString();
    }

    /** A fence longer than any run of backticks inside, so that no content ends it. */
    private static String fenced(String text) {
        String fence = "```";
        while (text.contains(fence)) {
            fence += "`";
        }
        return fence + "diff\n" + text + fence;
    }

    Value.Mapping toValue() {
        Map<String, Value> fields = new LinkedHashMap<>();
        fields.put("samples", Value.ofTexts(samples));
        fields.put("fleetBefore", kind.before().map(Value::of).orElse(Value.ofNull()));
        fields.put("fleetAfter", kind.after().map(Value::of).orElse(Value.ofNull()));
        fields.put("added", Value.of(kind.lines('+')));
        fields.put("removed", Value.of(kind.lines('-')));
        fields.put("diff", Value.of(kind.hunks()));
        return new Value.Mapping(fields);
    }
}
