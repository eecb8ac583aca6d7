package dev.myriarch.yaml;

import java.util.Iterator;
import java.util.Optional;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;

/** The events of the parser; its failures become {@link YamlException}s with a position. */
final class YamlEvents {
    private static final int SHOWN_MESSAGE_LENGTH = 200;

    private final Iterator<Event> events;
    private Position last = new Position(1, 1);

    YamlEvents(Iterator<Event> events) {
        this.events = events;
    }

    /** The next event; the stream ends with {@code STREAM_END}. */
    Event next() {
        try {
            Event event = events.next();
            last = position(event);
            return event;
        } catch (MarkedYamlEngineException e) {
            Position position =
                    e.getProblemMark().or(e::getContextMark).map(YamlEvents::position).orElse(last);
            throw new YamlException(reason(e), position, e);
        } catch (RuntimeException e) {
            // Whatever the parser stumbles over, it is the file that is at fault.
            throw new YamlException("the file cannot be parsed from here on", last, e);
        }
    }

    static Position position(Event event) {
        return event.getStartMark().map(YamlEvents::position).orElse(new Position(1, 1));
    }

    private static Position position(Mark mark) {
        return new Position(mark.getLine() + 1, mark.getColumn() + 1);
    }

    private static String reason(MarkedYamlEngineException failure) {
        String problem = Optional.ofNullable(failure.getProblem()).orElse("invalid YAML");
        if (problem.contains("(TAB)")) {
            return "a tab cannot be used for indentation; use spaces";
        }
        String context = Optional.ofNullable(failure.getContext()).orElse("");
        String reason = context.isEmpty() ? problem : context + ": " + problem;
        return YamlText.shown(reason, SHOWN_MESSAGE_LENGTH);
    }
}
