package dev.myriarch.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class AttributeViewTest {
    @Test
    void identifyingAttributesWinAndLabelsBelongToTheServer() {
        Map<String, String> view =
                AttributeView.of(
                        Map.of("service.name", "otelcol", "labels.team", "forged"),
                        Map.of("service.name", "other", "os.type", "linux", "labels.x", "forged"),
                        Map.of("team", "core"));

        assertThat(view)
                .containsExactly(
                        entry("labels.team", "core"),
                        entry("os.type", "linux"),
                        entry("service.name", "otelcol"));
    }
}
