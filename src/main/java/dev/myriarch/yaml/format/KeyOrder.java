package dev.myriarch.yaml.format;

import dev.myriarch.yaml.YamlNode;
import java.util.List;

/** In which order the keys of a map stand. */
@FunctionalInterface
public interface KeyOrder {
    /** Every map keeps its order. */
    KeyOrder AS_WRITTEN = (_, _) -> List.of();

    /**
     * The keys of the map at a place, in order; others come after them as they were. Empty when the
     * order stays.
     *
     * @param path keys and, for elements of lists, {@code []}, from the document inwards
     */
    List<String> of(YamlNode document, List<String> path);
}
