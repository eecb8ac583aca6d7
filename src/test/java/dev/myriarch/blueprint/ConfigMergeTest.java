package dev.myriarch.blueprint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ConfigMergeTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {"a":1}           | {"b":2}             | {"a":1,"b":2}
                    {"a":{"x":1}}     | {"a":{"y":2}}       | {"a":{"x":1,"y":2}}
                    {"a":{"x":1}}     | {"a":{"x":{"z":1}}} | {"a":{"x":{"z":1}}}
                    {"a":[1,2]}       | {"a":[3]}           | {"a":[3]}
                    {"a":{"x":1}}     | {"a":null}          | {"a":null}
                    {"a":null}        | {"a":{"x":1}}       | {"a":{"x":1}}
                    {"a":{"x":1}}     | {"a":"text"}        | {"a":"text"}
                    {"a":{"x":1}}     | {"a":{}}            | {"a":{"x":1}}
                    {}                | {"a":{}}            | {"a":{}}
                    """)
    void mapsMergeAndEverythingElseIsReplaced(String base, String overlay, String merged) {
        assertThat(json(ConfigMerge.merge(map(base), map(overlay)))).isEqualTo(merged);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {"a":1,"b":2}     | a       | {"b":2}
                    {"a":{"x":1}}     | a::x    | {"a":{}}
                    {"a":{"x/y":1}}   | a::x/y  | {"a":{}}
                    {"a":{"x":1}}     | a::y    | {"a":{"x":1}}
                    {"a":{"x":1}}     | b::x    | {"a":{"x":1}}
                    {"a":[1]}         | a::0    | {"a":[1]}
                    {"a":1}           | a::x    | {"a":1}
                    {"a":1}           | a::     | {"a":1}
                    """)
    void removeDeletesWhatThePathNamesAndIgnoresTheRest(String tree, String path, String left) {
        assertThat(json(ConfigMerge.remove(map(tree), List.of(path)))).isEqualTo(left);
    }

    @Test
    void mergingLeavesItsInputsAsTheyAre() {
        ConfigNode.MapNode base = map("{\"a\":{\"x\":1}}");

        ConfigMerge.remove(ConfigMerge.merge(base, map("{\"a\":{\"y\":1}}")), List.of("a::x"));

        assertThat(json(base)).isEqualTo("{\"a\":{\"x\":1}}");
    }

    private static ConfigNode.MapNode map(String json) {
        return (ConfigNode.MapNode) ConfigNode.of(Json.read(json), Origin.NONE);
    }

    private static String json(ConfigNode node) {
        return Json.write(node.toValue());
    }
}
