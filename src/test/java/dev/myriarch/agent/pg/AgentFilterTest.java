package dev.myriarch.agent.pg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.myriarch.agent.AgentQuery;
import dev.myriarch.base.MyriarchException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AgentFilterTest {
    private static final String HOSTILE = "'); DROP TABLE agents; -- \" ? %";

    private static AgentQuery hostile() {
        List<String> values = List.of(HOSTILE);
        return new AgentQuery(
                Optional.of(HOSTILE),
                values,
                values,
                values,
                values,
                values,
                values,
                values,
                values,
                Map.of(
                        HOSTILE,
                        values,
                        "labels." + HOSTILE,
                        values,
                        "site.type",
                        values,
                        "site.country",
                        values),
                "hostName",
                1,
                50);
    }

    @Test
    void nothingOfTheCallerBecomesSql() {
        assertThat(AgentFilter.of(hostile()).sql()).doesNotContain("DROP").contains("= ANY (?)");
    }

    @Test
    void noFilterMatchesEverything() {
        assertThat(AgentFilter.of(AgentQuery.all()).sql()).isEqualTo("TRUE");
    }

    @Test
    void aFacetIgnoresItsOwnFilterAndNoOther() {
        String all = AgentFilter.ofDimensions(hostile()).sql();
        for (AgentFilter.Dimension dimension : AgentFilter.Dimension.values()) {
            String condition = dimension.column() + " = ANY (?)";
            List<String> without =
                    List.of(AgentFilter.without(hostile(), dimension).sql().split(" AND "));
            assertThat(all.split(" AND ")).contains(condition);
            assertThat(without).doesNotContain(condition);
            assertThat(without).hasSize(all.split(" AND ").length - 1);
        }
    }

    @Test
    void everySortFieldEndsWithTheId() {
        for (String field : AgentQuery.SORT_FIELDS) {
            assertThat(AgentFilter.order(field)).endsWith(", agents.id");
            assertThat(AgentFilter.order("-" + field)).matches(".*, agents.id( DESC)?");
        }
    }

    @Test
    void anUnknownSortFieldIsRefusedWithTheKnownOnes() {
        for (String field : List.of("", "-", "id; DROP TABLE agents", "host_name")) {
            assertThatExceptionOfType(MyriarchException.class)
                    .isThrownBy(() -> AgentFilter.order(field))
                    .withMessageContaining("hostName");
        }
    }

    @Test
    void versionsAreReadAsThreeNumbers() {
        assertThat(VersionTriple.parse("0.149.0")).contains(new VersionTriple(0, 149, 0));
        assertThat(VersionTriple.parse("v1.2.3-rc.1+b")).contains(new VersionTriple(1, 2, 3));
        assertThat(VersionTriple.parse("1.2")).isEmpty();
        assertThat(VersionTriple.parse("1.2.3x")).isEmpty();
        assertThat(VersionTriple.parse("9999999999.0.0")).isEmpty();
        assertThat(VersionTriple.parse("")).isEmpty();
    }
}
