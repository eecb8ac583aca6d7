package dev.myriarch.yaml;

import dev.myriarch.base.Value;

/**
 * The canonical form: byte for byte what go.yaml.in/yaml/v3 writes with an indent of 2 for maps
 * with string keys. Keys are sorted, there are no comments and no document marker. The hash of a
 * configuration is the hash of these bytes.
 */
public final class CanonicalYaml {
    private CanonicalYaml() {}

    /**
     * The UTF-8 bytes of {@code value}, with a final newline.
     *
     * @throws IllegalArgumentException when a text holds half of a surrogate pair or the value is
     *     nested more than 1000 levels deep
     */
    public static byte[] write(Value value) {
        return new YamlEmitter().emit(value);
    }
}
