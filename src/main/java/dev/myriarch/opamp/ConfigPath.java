package dev.myriarch.opamp;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Where a value stands in the configuration of a collector: keys, and places in lists. */
record ConfigPath(List<String> keys) {
    private static final Set<String> SECTIONS =
            Set.of("receivers", "processors", "exporters", "connectors", "extensions");

    ConfigPath with(String key) {
        List<String> longer = new ArrayList<>(keys);
        longer.add(key);
        return new ConfigPath(List.copyOf(longer));
    }

    /** Below it, what is missing is a component or a pipeline. */
    boolean isSection() {
        return (keys.size() == 1
                        && (SECTIONS.contains(keys.getFirst())
                                || keys.getFirst().equals("service")))
                || keys.equals(List.of("service", "pipelines"));
    }

    boolean isComponent() {
        return keys.size() == 2 && SECTIONS.contains(keys.getFirst());
    }

    boolean isPipeline() {
        return keys.size() == 3
                && keys.getFirst().equals("service")
                && keys.get(1).equals("pipelines");
    }

    /** Processors run in the order of their list. */
    boolean isOrdered() {
        return keys.size() == 4
                && keys.get(1).equals("pipelines")
                && keys.getLast().equals("processors");
    }

    /** What collectors are known not to report although they use it. */
    boolean isHidden() {
        int last = keys.size() - 1;
        boolean scrapers =
                keys.size() > 2
                        && keys.getFirst().equals("receivers")
                        && keys.get(1).split("/", 2)[0].equals("hostmetrics")
                        && keys.get(2).equals("scrapers");
        boolean switched =
                last > 1
                        && keys.get(last).equals("enabled")
                        && Set.of("sending_queue", "retry_on_failure").contains(keys.get(last - 1));
        return scrapers || switched;
    }

    String text() {
        return String.join(".", keys);
    }
}
