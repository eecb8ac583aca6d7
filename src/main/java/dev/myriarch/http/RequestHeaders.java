package dev.myriarch.http;

import com.sun.net.httpserver.Headers;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The header fields of a request, immutable. A request has few fields of which few are asked for,
 * so that looking through them costs less than the map of the parent, which writes every name anew
 * to find it. Whoever asks for the map as such gets names in the same spelling as from the parent.
 */
final class RequestHeaders extends Headers {
    private final List<String> names;
    private final List<List<String>> values;

    private RequestHeaders(List<String> names, List<List<String>> values) {
        this.names = names;
        this.values = values;
    }

    /** Collects fields in the order in which they came. */
    static final class Builder {
        private final List<String> names = new ArrayList<>();
        private final List<List<String>> values = new ArrayList<>();

        /**
         * @param name a token
         */
        void add(String name, String value) {
            int at = indexOf(names, name);
            if (at < 0) {
                names.add(name);
                values.add(List.of(value));
            } else {
                List<String> more = new ArrayList<>(values.get(at));
                more.add(value);
                values.set(at, Collections.unmodifiableList(more));
            }
        }

        /** Nothing may be added any more. */
        RequestHeaders build() {
            return new RequestHeaders(names, values);
        }
    }

    private static int indexOf(List<String> names, Object key) {
        if (key instanceof String name) {
            for (int at = 0; at < names.size(); at++) {
                if (names.get(at).equalsIgnoreCase(name)) {
                    return at;
                }
            }
        }
        return -1;
    }

    @Override
    public @Nullable List<String> get(Object key) {
        int at = indexOf(names, Objects.requireNonNull(key));
        return at < 0 ? null : values.get(at);
    }

    @Override
    public List<String> getOrDefault(Object key, List<String> otherwise) {
        List<String> found = get(key);
        return found == null ? otherwise : found;
    }

    @Override
    public @Nullable String getFirst(String key) {
        List<String> found = get(key);
        return found == null ? null : found.getFirst();
    }

    @Override
    public boolean containsKey(Object key) {
        return get(key) != null;
    }

    @Override
    public boolean containsValue(Object value) {
        return values.contains(value);
    }

    @Override
    public int size() {
        return names.size();
    }

    @Override
    public boolean isEmpty() {
        return names.isEmpty();
    }

    private Map<String, List<String>> asMap() {
        Map<String, List<String>> map = new LinkedHashMap<>();
        for (int at = 0; at < names.size(); at++) {
            String name = names.get(at);
            map.put(
                    name.substring(0, 1).toUpperCase(Locale.ROOT)
                            + name.substring(1).toLowerCase(Locale.ROOT),
                    values.get(at));
        }
        return Collections.unmodifiableMap(map);
    }

    @Override
    public Set<String> keySet() {
        return asMap().keySet();
    }

    @Override
    public Collection<List<String>> values() {
        return asMap().values();
    }

    @Override
    public Set<Map.Entry<String, List<String>>> entrySet() {
        return asMap().entrySet();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Map<?, ?> map && asMap().entrySet().equals(map.entrySet());
    }

    @Override
    public int hashCode() {
        return asMap().hashCode();
    }

    @Override
    public String toString() {
        return asMap().toString();
    }

    private static UnsupportedOperationException immutable() {
        return new UnsupportedOperationException("the header fields of a request do not change");
    }

    @Override
    public List<String> put(String key, List<String> value) {
        throw immutable();
    }

    @Override
    public void putAll(Map<? extends String, ? extends List<String>> other) {
        throw immutable();
    }

    @Override
    public void add(String key, String value) {
        throw immutable();
    }

    @Override
    public void set(String key, String value) {
        throw immutable();
    }

    @Override
    public List<String> remove(Object key) {
        throw immutable();
    }

    @Override
    public void replaceAll(
            BiFunction<? super String, ? super List<String>, ? extends List<String>> function) {
        throw immutable();
    }

    @Override
    public void clear() {
        throw immutable();
    }
}
