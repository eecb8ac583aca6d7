package dev.myriarch.opamp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.myriarch.agent.ConfigProof;
import dev.myriarch.agent.ConfigProof.Difference;
import dev.myriarch.agent.ConfigProof.Result;
import dev.myriarch.domain.ConfigHash;
import dev.myriarch.opamp.proto.AgentConfigFile;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunningConfigTest {
    private static final ConfigHash OFFER = Fixture.NEW;
    private static final ConfigHash REPORT = Fixture.OLD;
    private static final SecretRedactor REDACTOR = new SecretRedactor(new byte[32]);

    private static ConfigProof compare(String offer, String report) {
        return RunningConfig.compare(OFFER, offer, REPORT, REDACTOR.redactConfig(report), REDACTOR);
    }

    private static String offer(String folder, String name) {
        return file(
                Recording.read(folder).stream()
                        .filter(recording -> recording.name().equals(name))
                        .findFirst()
                        .orElseThrow()
                        .serverMessage()
                        .orElseThrow()
                        .getRemoteConfig()
                        .getConfig()
                        .getConfigMapMap()
                        .values());
    }

    private static String report(String folder, String name) {
        return file(
                Recording.agent(folder, name, name)
                        .getFirst()
                        .agentMessage()
                        .getEffectiveConfig()
                        .getConfigMap()
                        .getConfigMapMap()
                        .values());
    }

    private static String file(Iterable<AgentConfigFile> files) {
        return files.iterator().next().getBody().toStringUtf8();
    }

    /** The offers and everything that the collectors reported while they ran them. */
    @ParameterizedTest
    @CsvSource({
        "websocket, 001, 002", // what the supervisor puts together
        "websocket, 001, 004", // what the collector makes of it
        "websocket, 001, 012",
        "websocket, 014, 021",
        "websocket, 014, 026", // a broken one was offered since, and does not run
        "websocket, 014, 047",
        "websocket, 053, 062",
        "websocket, 053, 094", // crashes in a loop, but runs what was offered
        "websocket, 100, 105",
        "websocket, 100, 114",
        "websocket, 100, 123",
        "websocket, 100, 146", // under another instance id
        "http, 001, 002",
        "http, 001, 004",
        "restart, a-001, a-006",
        "restart, a-001, a-014",
        "restart, a-001, b-014",
    })
    void whatRealCollectorsReportIsWhatTheyWereOffered(String folder, String offer, String report) {
        ConfigProof proof = compare(offer(folder, offer), report(folder, report));
        assertThat(proof.differences()).isEmpty();
        assertThat(proof.leftOut()).isEmpty();
        assertThat(proof.result()).isEqualTo(Result.VERIFIED);
        assertThat(proof.offer()).isEqualTo(OFFER);
        assertThat(proof.report()).isEqualTo(REPORT);
    }

    @ParameterizedTest
    @CsvSource({
        "websocket, 001, 000",
        "websocket, 001, 021",
        "websocket, 014, 004",
        "websocket, 053, 047",
        "websocket, 025, 026",
        "websocket, 100, 062",
    })
    void whatRunsInsteadDiffers(String folder, String offer, String report) {
        assertThat(compare(offer(folder, offer), report(folder, report)).result())
                .isEqualTo(Result.DIFFERS);
    }

    /** One value under {@code exporters.e.k}, offered and reported. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            nullValues = "-",
            value = {
                // other spellings
                "1m30s | 90s | VERIFIED",
                "1500ms | 1.5s | VERIFIED",
                "0 | 0s | VERIFIED",
                "none | None | VERIFIED",
                "gzip | GZIP | VERIFIED",
                "\"4317\" | 4317 | VERIFIED",
                "1.0 | 1 | VERIFIED",
                "1e3 | 1000 | VERIFIED",
                "10MiB | 10485760 | VERIFIED",
                "'true' | true | VERIFIED",
                "localhost:4317 | 'localhost:4317' | VERIFIED",
                // references
                "'${env:ENDPOINT}' | gateway:4317 | VERIFIED",
                "'${env:ENDPOINT}' | '' | VERIFIED",
                "'${env:ENDPOINT}' | {a: 1} | VERIFIED",
                "'${env:ENDPOINT}' | null | VERIFIED",
                "'${env:HOST:-gw}:${env:PORT}' | gateway:4317 | VERIFIED",
                "'${env:HOST}:4317' | gateway:4318 | DIFFERS",
                "'tcp/${env:HOST}' | udp/gateway | DIFFERS",
                "'a$$b' | a$b | VERIFIED",
                "'a$$b' | axb | DIFFERS",
                // other values
                "10s | 11s | DIFFERS",
                "10s | 10 | DIFFERS",
                "true | false | DIFFERS",
                "gateway:4317 | Gateway:4317 | DIFFERS",
                "a b | A B | DIFFERS",
                "1 | one | DIFFERS",
                "[a, b] | [b, a, c] | VERIFIED",
                "[a, b] | [a] | DIFFERS",
                "[a, a] | [a] | DIFFERS",
                "[1s, 2s] | [1000ms, 2s] | VERIFIED",
                "[{a: 1}, {a: 2}] | [{a: 1, b: 0}, {a: 2}] | VERIFIED",
                "[{a: 1}, {a: 2}] | [{a: 2}, {a: 1}] | DIFFERS",
                "[{a: 1}, {a: 2}] | [{a: 1}] | LEFT_OUT",
                "{a: {b: 1}} | {a: {b: 1, c: 2}, d: 3} | VERIFIED",
                "{a: {b: 1}} | {a: {b: 2}} | DIFFERS",
                // nothing, and what is as good as nothing
                "null | - | VERIFIED",
                "{} | null | VERIFIED",
                "{} | {a: 1} | VERIFIED",
                "[] | null | VERIFIED",
                "false | - | VERIFIED",
                "0 | - | VERIFIED",
                "'' | null | VERIFIED",
                "{insecure: false, ca_file: ''} | - | VERIFIED",
                "{insecure: false} | null | VERIFIED",
                // left out, or in another shape
                "{insecure: true} | null | LEFT_OUT",
                "a | - | LEFT_OUT",
                "a | null | LEFT_OUT",
                "['set(a, b)'] | [{context: span, statements: ['set(a, b)']}] | LEFT_OUT",
                "{a: 1} | a | LEFT_OUT",
                "a | {a: 1} | LEFT_OUT",
            })
    void everyValueHasItsVerdict(String offered, String reported, Result expected) {
        String offer = "exporters: {e: {k: %s}}\n".formatted(offered);
        String report =
                reported == null
                        ? "exporters: {e: {other: 1}}\n"
                        : "exporters: {e: {k: %s, other: 1}}\n".formatted(reported);
        ConfigProof proof = compare(offer, report);
        assertThat(proof.result()).as("%s", proof).isEqualTo(expected);
        assertThat(proof.differences().isEmpty()).isEqualTo(expected != Result.DIFFERS);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "receivers: {hostmetrics: {scrapers: {cpu: {}, load: {}}}}"
                        + " | receivers: {hostmetrics: {collection_interval: 1m}} | VERIFIED",
                "receivers: {hostmetrics/disk: {scrapers: {disk: {include: [a]}}}}"
                        + " | receivers: {hostmetrics/disk: {}} | VERIFIED",
                "receivers: {other: {scrapers: {cpu: {a: 1}}}}"
                        + " | receivers: {other: {}} | LEFT_OUT",
                "exporters: {otlp: {sending_queue: {enabled: true, queue_size: 5}}}"
                        + " | exporters: {otlp: {sending_queue: {queue_size: 5}}} | VERIFIED",
                "exporters: {otlp: {sending_queue: {enabled: false}}}"
                        + " | exporters: {otlp: {sending_queue: null}} | VERIFIED",
                "exporters: {otlp: {sending_queue: {enabled: true, queue_size: 5}}}"
                        + " | exporters: {otlp: {sending_queue: {queue_size: 6}}} | DIFFERS",
                "exporters: {otlp: {}} | exporters: {} | DIFFERS",
                "exporters: {otlp: null} | exporters: {otlp: {a: 1}} | VERIFIED",
                "processors: {batch: null} | receivers: {} | DIFFERS",
                "service: {pipelines: {traces: {}}} | receivers: {} | DIFFERS",
            })
    void whatCollectorsLeaveOutIsKnown(String offer, String report, Result expected) {
        assertThat(compare(offer, report).result()).isEqualTo(expected);
    }

    private static String pipelines(String pipelines) {
        return "service: {extensions: [a], pipelines: {%s}}\n".formatted(pipelines);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "traces: {processors: [a, b]} | traces: {processors: [a, b]} | VERIFIED",
                "traces: {processors: [a, b]} | traces: {processors: [b, a]} | DIFFERS",
                "traces: {receivers: [a, b]} | traces: {receivers: [b, a]} | VERIFIED",
                "traces: {receivers: [a, b]} | traces: {receivers: [a]} | DIFFERS",
                "traces: {receivers: [a]} | logs: {receivers: [a]} | DIFFERS",
                "traces: {receivers: [a]} | traces: {receivers: [a]}, logs: {} | DIFFERS",
                "traces/a: {processors: []} | traces/a: {} | VERIFIED",
            })
    void pipelinesAreWhatTheyWereOffered(String offered, String reported, Result expected) {
        assertThat(compare(pipelines(offered), pipelines(reported)).result()).isEqualTo(expected);
    }

    @Test
    void aMissingAndAnAddedPipelineAreNamed() {
        ConfigProof proof = compare(pipelines("traces: {receivers: [a]}"), pipelines("logs: {}"));
        assertThat(proof.differences())
                .containsExactly(
                        new Difference("service.pipelines.traces", "{…}", ""),
                        new Difference("service.pipelines.logs", "", "{…}"));
    }

    @Test
    void secretsAreComparedWithoutBeingShown() {
        String offer = "exporters: {e: {headers: {authorization: 'Bearer abc$$def'}}}\n";
        assertThat(compare(offer, offer.replace("$$", "$")).result()).isEqualTo(Result.VERIFIED);
        // The collector hides it itself.
        assertThat(
                        compare(offer, "exporters: {e: {headers: {authorization: '[REDACTED]'}}}\n")
                                .result())
                .isEqualTo(Result.VERIFIED);
        ConfigProof other = compare(offer, offer.replace("abc", "xyz"));
        assertThat(other.result()).isEqualTo(Result.DIFFERS);
        assertThat(other.toString()).doesNotContain("abc").doesNotContain("xyz");
        assertThat(other.differences().getFirst().path())
                .isEqualTo("exporters.e.headers.authorization");
        // What the collector resolves is hidden on its side only.
        for (String reference : List.of("${env:TOKEN}", "Bearer ${env:TOKEN}")) {
            assertThat(
                            compare(
                                            "exporters: {e: {headers: {authorization: '%s'}}}\n"
                                                    .formatted(reference),
                                            "exporters: {e: {headers: {authorization: 'Bearer"
                                                    + " q'}}}\n")
                                    .result())
                    .as(reference)
                    .isEqualTo(Result.VERIFIED);
        }
    }

    @Test
    void urlsWithPasswordsAreComparedToo() {
        String offer = "receivers: {p: {endpoint: 'postgres://me:s3cret@db:5432/x'}}\n";
        assertThat(compare(offer, offer).result()).isEqualTo(Result.VERIFIED);
        assertThat(compare(offer, offer.replace("s3cret", "other")).result())
                .isEqualTo(Result.DIFFERS);
    }

    @Test
    void whatIsNoYamlIsUnknown() {
        assertThat(compare("a: [", "a: 1").result()).isEqualTo(Result.UNKNOWN);
        assertThat(compare("a: 1", "- a").result()).isEqualTo(Result.UNKNOWN);
        assertThat(compare("a: 1", "--- # one\na: 1\n--- # two\nb: 1\n").result())
                .isEqualTo(Result.UNKNOWN);
    }

    @Test
    void longListsAndTextsAreCut() {
        StringBuilder offer = new StringBuilder("exporters:\n  e:\n");
        StringBuilder report = new StringBuilder(offer);
        for (int i = 0; i < 200; i++) {
            offer.append("    k%d: %s\n".formatted(i, "a".repeat(500)));
            report.append("    k%d: b\n".formatted(i));
        }
        ConfigProof proof = compare(offer.toString(), report.toString());
        assertThat(proof.differences()).hasSize(50);
        assertThat(proof.differences().getFirst().offered()).hasSize(200).endsWith("…");
    }
}
