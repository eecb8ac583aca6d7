package dev.myriarch.gitops;

import dev.myriarch.gitops.RolloutPolicy.MaintenanceWindow;
import java.time.DayOfWeek;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;

/** Reads maintenance windows. */
final class WindowDecoder {
    private static final List<String> DAYS = TextForm.WEEKDAY.choices();
    private static final String OF_AGENT = "agent";

    private WindowDecoder() {}

    static List<MaintenanceWindow> decode(List<ObjectView> views, Issues issues) {
        List<MaintenanceWindow> windows = new ArrayList<>();
        for (ObjectView view : views) {
            Set<DayOfWeek> days = days(view, issues);
            Optional<LocalTime> start = time(view, "start", issues);
            Optional<LocalTime> end = time(view, "end", issues);
            Optional<String> zone = view.text("timezone").filter(each -> !each.equals(OF_AGENT));
            if (zone.isPresent() && !isZone(zone.get())) {
                issues.error(
                        "window_invalid",
                        view.at("timezone"),
                        "the zone must be agent or one of the IANA database, such as"
                                + " Europe/Berlin");
            }
            if (start.isPresent() && end.isPresent()) {
                windows.add(new MaintenanceWindow(days, start.get(), end.get(), zone));
            }
        }
        return windows;
    }

    /** A region, not a fixed offset: offsets know no daylight saving. */
    static boolean isZone(String zone) {
        return ZoneId.getAvailableZoneIds().contains(zone);
    }

    private static Set<DayOfWeek> days(ObjectView view, Issues issues) {
        Set<DayOfWeek> days = EnumSet.noneOf(DayOfWeek.class);
        List<String> texts = view.texts("days");
        for (int index = 0; index < texts.size(); index++) {
            int day = DAYS.indexOf(texts.get(index));
            if (day < 0) {
                issues.error(
                        "window_invalid",
                        view.at("days[" + index + "]"),
                        "days are " + String.join(", ", DAYS));
            } else {
                days.add(DayOfWeek.of(day + 1));
            }
        }
        return days;
    }

    private static Optional<LocalTime> time(ObjectView view, String field, Issues issues) {
        Matcher time = TextForm.TIME_OF_DAY.pattern().matcher(view.text(field, ""));
        if (time.matches()) {
            return Optional.of(
                    LocalTime.of(Integer.parseInt(time.group(1)), Integer.parseInt(time.group(2))));
        }
        issues.error(
                "window_invalid", view.at(field), "the time must have the form HH:MM, in quotes");
        return Optional.empty();
    }
}
