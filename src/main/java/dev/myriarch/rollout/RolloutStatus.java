package dev.myriarch.rollout;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Where a rollout stands. */
public enum RolloutStatus {
    PENDING,
    RUNNING,
    WAITING_APPROVAL,
    PAUSED,
    COMPLETED,
    /** It cannot go on by itself; an operator ends it. */
    FAILED,
    ABORTED,
    ROLLING_BACK,
    ROLLED_BACK,
    SUPERSEDED;

    /** Every status of which a fleet has at most one rollout of a kind. */
    public static final List<RolloutStatus> LIVE =
            Arrays.stream(values()).filter(RolloutStatus::isLive).toList();

    /** Whether something can still happen to the rollout. */
    public boolean isLive() {
        return switch (this) {
            case PENDING, RUNNING, WAITING_APPROVAL, PAUSED, FAILED, ROLLING_BACK -> true;
            case COMPLETED, ABORTED, ROLLED_BACK, SUPERSEDED -> false;
        };
    }

    /** Text in the database and the API: lower case. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static RolloutStatus of(String text) {
        return valueOf(text.toUpperCase(Locale.ROOT));
    }
}
