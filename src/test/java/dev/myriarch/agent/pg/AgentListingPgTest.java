package dev.myriarch.agent.pg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.agent.AgentFacets;
import dev.myriarch.agent.AgentPage;
import dev.myriarch.agent.AgentQuery;
import dev.myriarch.agent.ConfigProof;
import dev.myriarch.agent.Description;
import dev.myriarch.base.Value;
import dev.myriarch.db.Jdbc;
import dev.myriarch.domain.AgentId;
import dev.myriarch.domain.AgentKind;
import dev.myriarch.domain.ConfigHash;
import dev.myriarch.testing.TestDatabase;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class AgentListingPgTest {
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    private static final TestDatabase DATABASE = TestDatabase.create();
    private static final AgentStorePg STORE = new AgentStorePg(DATABASE.database());

    @BeforeAll
    static void fill() {
        add(1, "alpha", "0.149.0", "linux", "edge", Map.of("site", "a"));
        add(2, "beta_1", "0.9.0", "linux", "edge", Map.of("site", "b"));
        add(3, "betaX1", "0.10.0", "windows", "", Map.of("site", "a"));
        add(4, "100%", "weird", "windows", "core", Map.of());
        STORE.markOnline(id(1), "r1", "websocket", "10.0.0.1", NOW);
        STORE.markOnline(id(2), "r1", "websocket", "10.0.0.1", NOW.plusSeconds(5));
        STORE.storeHealth(id(1), true, Value.emptyMapping(), NOW);
        STORE.storeHealth(id(2), false, Value.emptyMapping(), NOW);
    }

    @AfterAll
    static void close() {
        DATABASE.close();
    }

    private static AgentId id(int number) {
        return new AgentId(new UUID(0, number));
    }

    private static void add(
            int number,
            String host,
            String version,
            String osType,
            String fleet,
            Map<String, String> labels) {
        Description description =
                new Description(
                        Map.of("service.version", version, "shared", "i" + number),
                        Map.of(
                                "host.name",
                                host,
                                "os.type",
                                osType,
                                "env",
                                "prod",
                                "site.type",
                                osType.equals("linux") ? "edge" : "datacenter",
                                "site.country",
                                number % 2 == 0 ? "FR" : "DE"),
                        labels,
                        labels,
                        0);
        STORE.upsertDescription(id(number), AgentKind.COLLECTOR, description, "none", NOW);
        DATABASE.database()
                .update(
                        "UPDATE agents SET fleet_name = nullif(?, '') WHERE id = ?",
                        parameters -> parameters.text(fleet).uuid(id(number).uuid()));
    }

    /** A query that a test changes in one place. */
    private static final class Query {
        private Optional<String> text = Optional.empty();
        private List<String> status = List.of();
        private List<String> health = List.of();
        private List<String> fleets = List.of();
        private List<String> proofs = List.of();
        private List<String> osTypes = List.of();
        private Map<String, List<String>> attributes = Map.of();
        private String sort = "hostName";
        private int page = 1;
        private int pageSize = 50;

        AgentQuery build() {
            return new AgentQuery(
                    text,
                    status,
                    health,
                    List.of(),
                    List.of(),
                    fleets,
                    List.of(),
                    proofs,
                    osTypes,
                    attributes,
                    sort,
                    page,
                    pageSize);
        }

        Query text(String value) {
            text = Optional.of(value);
            return this;
        }

        Query status(String... values) {
            status = List.of(values);
            return this;
        }

        Query health(String... values) {
            health = List.of(values);
            return this;
        }

        Query fleets(String... values) {
            fleets = List.of(values);
            return this;
        }

        Query proofs(String... values) {
            proofs = List.of(values);
            return this;
        }

        Query osTypes(String... values) {
            osTypes = List.of(values);
            return this;
        }

        Query attributes(Map<String, List<String>> values) {
            attributes = values;
            return this;
        }

        Query sort(String value) {
            sort = value;
            return this;
        }

        Query page(int number, int size) {
            page = number;
            pageSize = size;
            return this;
        }
    }

    private static List<Long> ids(Query query) {
        return STORE.list(query.build()).items().stream()
                .map(agent -> agent.id().uuid().getLeastSignificantBits())
                .toList();
    }

    @Test
    void textMatchesHostVersionIdAndAttributesWithoutWildcards() {
        assertThat(ids(new Query().text("ALPHA"))).containsExactly(1L);
        assertThat(ids(new Query().text("beta_"))).containsExactly(2L);
        assertThat(ids(new Query().text("0%"))).containsExactly(4L);
        assertThat(ids(new Query().text("0.10"))).containsExactly(3L);
        assertThat(ids(new Query().text("-000000000002"))).containsExactly(2L);
        assertThat(ids(new Query().text("i4"))).containsExactly(4L);
        assertThat(ids(new Query().text("\\"))).isEmpty();
        assertThat(ids(new Query().text("x\u0000'"))).isEmpty();
    }

    @Test
    void valuesOfOneFilterAreAlternativesAndFiltersAddUp() {
        assertThat(ids(new Query().fleets("edge", ""))).containsExactlyInAnyOrder(1L, 2L, 3L);
        assertThat(ids(new Query().fleets("edge", "").osTypes("windows"))).containsExactly(3L);
        assertThat(ids(new Query().status("online").health("unhealthy", "unknown")))
                .containsExactly(2L);
    }

    @Test
    void attributesMatchIdentifyingOthersAndLabels() {
        assertThat(ids(new Query().attributes(Map.of("shared", List.of("i1", "i3")))))
                .containsExactly(1L, 3L);
        assertThat(
                        ids(
                                new Query()
                                        .attributes(
                                                Map.of(
                                                        "labels.site",
                                                        List.of("a"),
                                                        "os.type",
                                                        List.of("linux")))))
                .containsExactly(1L);
        assertThat(ids(new Query().attributes(Map.of("labels.none", List.of("a"))))).isEmpty();
    }

    @Test
    void aComparisonIsFoundWhileItsOfferAndItsReportCount() {
        AgentId agent = id(60);
        add(60, "compared", "1.0.0", "linux", "edge", Map.of());
        String offer = "a".repeat(64);
        String report = "b".repeat(64);
        try {
            set(agent, "desired_config_hash", offer);
            set(agent, "effective_config_hash", report);
            assertThat(
                            STORE.storeProof(
                                    agent,
                                    new ConfigProof(
                                            ConfigProof.Result.LEFT_OUT,
                                            new ConfigHash(offer),
                                            new ConfigHash(report),
                                            List.of(),
                                            List.of("exporters.otlp"))))
                    .isTrue();
            assertThat(ids(new Query().proofs("left_out", "differs"))).containsExactly(60L);
            assertThat(STORE.facets(new Query().proofs("left_out").build()).dimensions())
                    .containsEntry(
                            "configProof",
                            List.of(
                                    new AgentFacets.Count("unknown", 4),
                                    new AgentFacets.Count("left_out", 1)))
                    .containsEntry("osType", List.of(new AgentFacets.Count("linux", 1)));
            set(agent, "desired_config_hash", "c".repeat(64));
            assertThat(ids(new Query().proofs("left_out"))).isEmpty();
            assertThat(ids(new Query().proofs("unknown"))).contains(60L);
        } finally {
            assertThat(STORE.delete(agent)).isTrue();
        }
    }

    private static void set(AgentId agent, String column, String value) {
        DATABASE.database()
                .update(
                        "UPDATE agents SET " + column + " = ? WHERE id = ?",
                        parameters -> parameters.text(value).uuid(agent.uuid()));
    }

    @Test
    void ordersAreStableAndPutNothingLast() {
        assertThat(ids(new Query().sort("version"))).containsExactly(2L, 3L, 1L, 4L);
        assertThat(ids(new Query().sort("-version"))).containsExactly(1L, 3L, 2L, 4L);
        assertThat(ids(new Query().sort("fleet"))).containsExactly(4L, 1L, 2L, 3L);
        assertThat(ids(new Query().sort("-lastSeenAt"))).containsExactly(2L, 1L, 3L, 4L);
        assertThat(ids(new Query().sort("status"))).containsExactly(3L, 4L, 1L, 2L);
    }

    @Test
    void pagesFollowEachOtherAndTellTheTotal() {
        AgentPage second = STORE.list(new Query().page(2, 3).build());
        assertThat(second.items()).hasSize(1);
        assertThat(second.total()).isEqualTo(4);
        assertThat(second.page()).isEqualTo(2);
        assertThat(STORE.list(new Query().page(Integer.MAX_VALUE, 200).build()).items()).isEmpty();
    }

    @Test
    void facetsIgnoreTheirOwnFilterOnly() {
        AgentFacets facets = STORE.facets(new Query().osTypes("windows").build());
        assertThat(facets.total()).isEqualTo(2);
        assertThat(facets.dimensions().get("osType"))
                .containsExactly(
                        new AgentFacets.Count("linux", 2), new AgentFacets.Count("windows", 2));
        assertThat(facets.dimensions().get("fleet"))
                .containsExactly(new AgentFacets.Count("", 1), new AgentFacets.Count("core", 1));
        assertThat(facets.dimensions().get("status"))
                .containsExactly(new AgentFacets.Count("offline", 2));
        assertThat(facets.dimensions().keySet())
                .containsExactly(
                        "status",
                        "health",
                        "kind",
                        "version",
                        "fleet",
                        "configSync",
                        "configProof",
                        "osType",
                        "site.type",
                        "site.country");
    }

    @Test
    void facetsOfAttributesIgnoreTheFilterOnTheirAttribute() {
        AgentFacets facets =
                STORE.facets(
                        new Query()
                                .attributes(
                                        Map.of(
                                                "site.type",
                                                List.of("datacenter"),
                                                "labels.site",
                                                List.of("a")))
                                .build());
        assertThat(facets.total()).isEqualTo(1);
        assertThat(facets.dimensions().get("site.type"))
                .containsExactly(
                        new AgentFacets.Count("datacenter", 1), new AgentFacets.Count("edge", 1));
        assertThat(facets.dimensions().get("site.country"))
                .containsExactly(new AgentFacets.Count("DE", 1));
        assertThat(facets.dimensions().get("osType"))
                .containsExactly(new AgentFacets.Count("windows", 1));
    }

    @Test
    void attributesOfAnyTextAreFoundByExactlyThatText() {
        List<String> texts =
                List.of("'", "\"", "%", "_", "\\", "a%b_c'\"\\d", "日本語 ✓ 💥", "{\"k\":1}", "", " ");
        for (int i = 0; i < texts.size(); i++) {
            String text = texts.get(i);
            Description description =
                    new Description(
                            Map.of("odd", text),
                            Map.of("key" + text, text, "host.name", "odd"),
                            Map.of(text + "label", text),
                            Map.of(text + "label", text),
                            0);
            STORE.upsertDescription(id(100 + i), AgentKind.UNKNOWN, description, "none", NOW);
        }
        try {
            for (int i = 0; i < texts.size(); i++) {
                String text = texts.get(i);
                Long agent = 100L + i;
                for (String key : List.of("odd", "key" + text, "labels." + text + "label")) {
                    assertThat(ids(new Query().attributes(Map.of(key, List.of(text)))))
                            .as("%s=%s", key, text)
                            .containsExactly(agent);
                }
                assertThat(STORE.find(id(100 + i)).orElseThrow().description().labels())
                        .containsExactly(Map.entry(text + "label", text));
            }
        } finally {
            for (int i = 0; i < texts.size(); i++) {
                assertThat(STORE.delete(id(100 + i))).isTrue();
            }
        }
    }

    @Test
    void pagesCarryTheHealthTreeOfUnhealthyAgentsOnly() {
        assertThat(STORE.list(new Query().build()).items())
                .filteredOn(agent -> agent.reported().health().isPresent())
                .extracting(agent -> agent.id().uuid().getLeastSignificantBits())
                .containsExactly(2L);
        assertThat(STORE.find(id(1)).orElseThrow().reported().health()).isPresent();
    }

    @Test
    void aListedRowFollowsEveryChangeOfItsAgent() {
        UUID agent = id(70).uuid();
        String before = "{\"site.id\": \"old\"}";
        try (TestDatabase database = TestDatabase.create()) {
            database.database()
                    .update(
                            """
                            INSERT INTO agents (id, kind, identifying, created_at, updated_at)
                            VALUES (?, 'collector', ?, now(), now())
                            """,
                            parameters -> parameters.uuid(agent).json(before));
            List<String> changes =
                    List.of(
                            "kind = 'bridge'",
                            "identifying = '{\"site.id\": \"new\"}'",
                            "non_identifying = '{\"site.type\": \"Edge\", \"site.country\": \"DE\"}'",
                            "labels = '{\"team\": \"a\"}'",
                            "host_name = 'Host'",
                            "version = '1.2.3'",
                            "os_type = 'linux'",
                            "online = TRUE",
                            "healthy = TRUE",
                            "healthy = FALSE",
                            "fleet_name = 'edge'",
                            "desired_config_hash = 'a'",
                            "assigned_config_hash = 'a'",
                            "effective_config_hash = 'r', config_proof = 'left_out',"
                                    + " config_proof_offer = 'a', config_proof_report = 'r'",
                            "config_proof = 'differs'",
                            "effective_config_hash = NULL",
                            "effective_config_hash = 'r'",
                            "desired_config_hash = 'b'",
                            "desired_config_hash = 'a'",
                            "remote_config_status = 'applied', remote_config_hash = 'a'");
            String last = "";
            for (String change : changes) {
                database.database()
                        .update(
                                "UPDATE agents SET " + change + " WHERE id = ?",
                                parameters -> parameters.uuid(agent));
                String listed = listed(database, "kept");
                assertThat(listed).as(change).isEqualTo(listed(database, "expected"));
                assertThat(listed).as(change).isNotEqualTo(last);
                last = listed;
            }
            assertThat(last).contains("edge", "DE", "in_sync", "unhealthy", "differs");
            database.database()
                    .update(
                            "DELETE FROM agents WHERE id = ?",
                            parameters -> parameters.uuid(agent));
            assertThat(new AgentStorePg(database.database()).facets(AgentQuery.all()).total())
                    .isZero();
        }
    }

    /** The row that triggers keep, or the one that follows from the agent. */
    private static String listed(TestDatabase database, String which) {
        return database.database()
                .one(
                        """
                        SELECT kept, ROW(id, host_name,
                          CASE WHEN online THEN 'online' ELSE 'offline' END,
                          CASE healthy WHEN TRUE THEN 'healthy' WHEN FALSE THEN 'unhealthy'
                            ELSE 'unknown' END,
                          kind, version, COALESCE(fleet_name, ''), config_sync, os_type, site_type,
                          site_country, agent_attribute_hashes(identifying, non_identifying), labels,
                          agent_search_text(id, host_name, version, identifying, non_identifying),
                          CASE WHEN config_proof_offer = desired_config_hash
                            AND config_proof_report = effective_config_hash THEN config_proof
                            ELSE 'unknown' END
                        )::text AS expected
                        FROM agents JOIN (SELECT agent_id, agent_listing::text AS kept
                          FROM agent_listing) AS listing ON agent_id = id
                        """,
                        Jdbc.Binder.NONE,
                        row -> row.text(which))
                .orElseThrow();
    }
}
