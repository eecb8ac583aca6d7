package dev.myriarch.rollout;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/** How many targets are in which status. */
public record TargetCounts(Map<TargetStatus, Integer> byStatus) {
    public static final TargetCounts NONE = new TargetCounts(Map.of());

    public TargetCounts {
        Map<TargetStatus, Integer> copy = new EnumMap<>(TargetStatus.class);
        copy.putAll(byStatus);
        byStatus = Collections.unmodifiableMap(copy);
    }

    public int of(TargetStatus status) {
        return byStatus.getOrDefault(status, 0);
    }

    /** Targets that were started and are not final; those in their health wait count as well. */
    public int inProgress() {
        return of(TargetStatus.IN_PROGRESS) + of(TargetStatus.VERIFYING);
    }

    public int total() {
        return byStatus.values().stream().mapToInt(Integer::intValue).sum();
    }

    public TargetCounts plus(TargetCounts other) {
        Map<TargetStatus, Integer> sum = new EnumMap<>(TargetStatus.class);
        sum.putAll(byStatus);
        other.byStatus.forEach((status, count) -> sum.merge(status, count, Integer::sum));
        return new TargetCounts(sum);
    }
}
