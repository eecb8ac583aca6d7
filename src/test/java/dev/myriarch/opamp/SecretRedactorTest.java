package dev.myriarch.opamp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class SecretRedactorTest {
    private static final SecretRedactor REDACTOR = new SecretRedactor(new byte[32]);

    private static final String CONFIG =
            """
            exporters:
              otlp:
                endpoint: https://user:s3cr3t@collector:4317
                headers:
                  Authorization: Bearer abcdef123456
                  x-api-key: k-998877
                  x-scope: tenant
              kafka:
                auth:
                  sasl:
                    username: joe
                    password: 'p: w'
                    mechanism: PLAIN
              file:
                path: /var/log/x
            extensions:
              oauth2client:
                client_secret: "hunter2"
                token_url: https://idp.example/token
                client_secret_file: /etc/secret
              pem:
                cert: |
                  -----BEGIN RSA PRIVATE KEY-----
                  MIIEabcdef
                  -----END RSA PRIVATE KEY-----
                private_key: |
                  line-one
                  line-two
              ref:
                token: ${env:TOKEN}
                other_token: '[REDACTED]'
                pin_token: 4711
            """;

    private static final List<String> SECRETS =
            List.of(
                    "s3cr3t",
                    "user:",
                    "abcdef123456",
                    "k-998877",
                    "p: w",
                    "hunter2",
                    "MIIEabcdef",
                    "line-one",
                    "line-two",
                    "4711");

    private static final List<String> KEPT =
            List.of(
                    "tenant",
                    "username: joe",
                    "mechanism: PLAIN",
                    "/var/log/x",
                    "https://idp.example/token",
                    "/etc/secret",
                    "${env:TOKEN}",
                    "collector:4317");

    @Test
    void theNameOfAPairIsNoSecretAndSaysWhetherItsValueIsOne() {
        String redacted =
                REDACTOR.redactConfig(
                        """
                        processors:
                          resource:
                            attributes:
                              - {key: site.id, value: "0042", action: upsert}
                              - {key: old.name, action: delete}
                              - {key: api.token, value: t0k3n, action: insert}
                        exporters:
                          otlp:
                            headers:
                              - {name: Authorization, value: opaque-text}
                              - {name: X-Scope, value: tenant-1}
                          vendor:
                            api: {key: 0123456789abcdef, site: eu}
                        """);

        assertThat(redacted)
                .contains("key: site.id", "0042", "key: old.name", "key: api.token")
                .contains("name: Authorization", "tenant-1", "site: eu")
                .doesNotContain("t0k3n", "opaque-text", "0123456789abcdef");
    }

    private static final String STRUCTURES =
            """
            extensions:
              bearertokenauth:
                header: X-Auth
                scheme: Bearer
                token: s3cr3t-1
                filename: /etc/token
            receivers:
              kafka:
                auth:
                  sasl:
                    username: joe
                    mechanism: PLAIN
                    jaas: s3cr3t-2
                    version: 1
                    tokens:
                      type: s3cr3t-3
                  plain_text: {username: ann, password: s3cr3t-4}
              prometheus:
                authorization:
                  type: Bearer
                  credentials: s3cr3t-5
                  credentials_file: /etc/credentials
              snmp:
                community: s3cr3t-6
                endpoint: udp://h:161
              sqlquery:
                driver: postgres
                datasource: host=db user=me password=s3cr3t-7
              mysql: {dsn: "root:s3cr3t-8@tcp(db:3306)/otel"}
              httpcheck:
                targets:
                  - endpoint: "https://h/x?api_key=s3cr3t-9&a=b"
            """;

    @Test
    void whatDescribesASecretStays() {
        for (String text : List.of(STRUCTURES, STRUCTURES + "\tbroken: [\n")) {
            String redacted = REDACTOR.redactConfig(text);
            assertThat(redacted)
                    .contains("header: X-Auth", "scheme: Bearer", "filename: /etc/token")
                    .contains("username: joe", "mechanism: PLAIN", "username: ann", "version: 1")
                    .contains("type: Bearer", "credentials_file: /etc/credentials")
                    .contains(
                            "udp://h:161", "host=db user=me password=[", "root:[", "@tcp(db:3306)")
                    .contains("&a=b");
            for (int secret : List.of(1, 2, 4, 5, 6, 7, 8, 9)) {
                assertThat(redacted).doesNotContain("s3cr3t-" + secret);
            }
            assertThat(REDACTOR.redactConfig(redacted)).isEqualTo(redacted);
        }
        // What is described there has a type, but is a secret; the tree tells it from a mapping.
        assertThat(REDACTOR.redactConfig("tokens: {type: [s3cr3t], name: {a: s3cr3t}}\n"))
                .doesNotContain("s3cr3t");
    }

    @Test
    void aPairIsUnderstoodLineByLineAsWell() {
        String pairs =
                """
                - name: api.token
                  value: t0k3n
                - name: site
                  value: lab
                \tbroken: [
                """;
        assertThat(REDACTOR.redactConfig(pairs))
                .contains("name: api.token", "value: lab")
                .doesNotContain("t0k3n");
    }

    @Test
    void equalSecretsLookAlikeWhereverTheyStand() {
        String marker = REDACTOR.marker("s3cr3t");
        assertThat(REDACTOR.redactConfig("password: s3cr3t\na: x password=s3cr3t\n"))
                .isEqualTo("a: x password=" + marker + "\npassword: '" + marker + "'\n");
    }

    @Test
    void secretsOfAConfigurationAreGoneAndTheRestStays() {
        String redacted = REDACTOR.redactConfig(CONFIG);
        SECRETS.forEach(secret -> assertThat(redacted).doesNotContain(secret));
        KEPT.forEach(kept -> assertThat(redacted).contains(kept));
        assertThat(redacted).contains("[REDACTED]").containsPattern("\\[REDACTED:[0-9a-f]{8}]");
    }

    @Test
    void textThatIsNoYamlIsRedactedLineByLine() {
        String broken = CONFIG + "\tbroken: [\n";
        String redacted = REDACTOR.redactConfig(broken);
        SECRETS.forEach(secret -> assertThat(redacted).doesNotContain(secret));
        KEPT.forEach(kept -> assertThat(redacted).contains(kept));
        assertThat(redacted).endsWith("\tbroken: [\n");
    }

    @Test
    void secretsInsideOneLineAreFound() {
        String json = "{\"a\": 1, \"password\": \"x\\\"y\", \"token\":\"zz\", \"b\": [\n";
        assertThat(REDACTOR.redactConfig(json))
                .contains("\"a\": 1")
                .contains("\"b\": [")
                .doesNotContain("x\\\"y")
                .doesNotContain("zz");
    }

    @Test
    void listsBelowASecretAreRedactedInBothWays() {
        String list = "tokens:\n- one1\n- two2\nplain: three3\n";
        for (String text : List.of(list, list + "\tbroken: [\n")) {
            assertThat(REDACTOR.redactConfig(text))
                    .doesNotContain("one1")
                    .doesNotContain("two2")
                    .contains("three3");
        }
    }

    @Test
    void equalSecretsCompareEqualAndTheKeyMatters() {
        String redacted = REDACTOR.redactConfig("a_token: same\nb_token: same\nc_token: other\n");
        List<String> lines = redacted.lines().map(line -> line.split(": ", 2)[1]).toList();
        assertThat(lines.get(0)).isEqualTo(lines.get(1)).isNotEqualTo(lines.get(2));
        byte[] otherKey = new byte[32];
        otherKey[0] = 1;
        assertThat(new SecretRedactor(otherKey).redactConfig("a_token: same\n"))
                .isNotEqualTo(REDACTOR.redactConfig("a_token: same\n"));
    }

    @Test
    void redactingTwiceChangesNothing() {
        String once = REDACTOR.redactConfig(CONFIG);
        assertThat(REDACTOR.redactConfig(once)).isEqualTo(once);
    }

    @Test
    void equalConfigurationsBecomeEqualTexts() {
        assertThat(REDACTOR.redactConfig("b: 1\na: {x: y}\n"))
                .isEqualTo(REDACTOR.redactConfig("a:\n    x: 'y'\nb: 1\n"));
    }

    @Test
    void messagesKeepTheirWords() {
        assertThat(
                        REDACTOR.redactMessage(
                                "dial https://u:p@host/x failed: Bearer abcdefgh rejected"))
                .startsWith("dial https://[REDACTED:")
                .contains("@host/x failed: Bearer [REDACTED:")
                .endsWith(" rejected");
        assertThat(REDACTOR.redactMessage("exit code=1. Will restart"))
                .isEqualTo("exit code=1. Will restart");
    }

    @Test
    void aShortKeyIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new SecretRedactor(new byte[15]));
    }
}
