package dev.myriarch.app;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.Deque;

/** What was started, to be stopped in the opposite order. Confined to the thread that starts. */
final class Components implements AutoCloseable {
    private static final Logger LOG = System.getLogger(Components.class.getName());

    private record Component(String name, AutoCloseable stop) {}

    private final Deque<Component> started = new ArrayDeque<>();

    /** Remembers how to stop what was just started. */
    <T extends AutoCloseable> T add(String name, T component) {
        started.push(new Component(name, component));
        return component;
    }

    /** Stops everything; one that fails does not keep the others from being stopped. */
    @Override
    public void close() {
        while (!started.isEmpty()) {
            Component component = started.pop();
            LOG.log(Level.DEBUG, "stopping " + component.name);
            try {
                component.stop.close();
            } catch (Exception e) {
                if (e instanceof InterruptedException) {
                    Thread.currentThread().interrupt();
                }
                LOG.log(Level.WARNING, "stopping " + component.name + " failed", e);
            }
        }
    }
}
