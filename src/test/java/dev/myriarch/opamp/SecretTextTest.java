package dev.myriarch.opamp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Secrets in texts for people, and in values of any kind. */
class SecretTextTest {
    private static final SecretRedactor REDACTOR = new SecretRedactor(new byte[32]);

    /** A secret that no pattern recognises by its form. */
    private static final String SECRET = "s3cr3t-v4lue";

    private static final String MARKER = REDACTOR.marker(SECRET);

    private static final String TOKEN_BODY = "abcdefghijklmnopqrstuvwxyz0123456789";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://h/x?api_key=#&a=b",
                "https://h/x?a=b&token=#",
                "https://h/x?access_token=#",
                "https://h/x?key=#",
                "https://h/x?sv=1&sig=#",
                "GET \"https://h/x?api_key=#\": EOF",
                "root:#@tcp(db:3306)/otel?tls=true",
                "cannot open root:#@unix(/run/mysql.sock)/otel",
                "root:#@/otel",
                "amqp user:#@mq:5672",
                "host=db user=me password=# sslmode=disable",
                "host=db password='#' sslmode=disable",
                "host=db password = # sslmode=disable",
                "Server=db;User Id=me;Password=#;Encrypt=true",
                "Server=db;Password=#",
                "AccountName=x;AccountKey=#;EndpointSuffix=y",
                "passwd=#",
                "pwd=#",
                "db_pwd=#",
                "token=#",
                "(token=#)",
                "login failed (secret: #).",
                "--password=#",
                "secret: #",
                "client_secret: #",
                "api_key: #",
                "X-Api-Key: # was refused",
                "Authorization: #",
                "Authorization: Bearer #",
                "\"Authorization\": \"Bearer #\"",
                "authorization=Basic #",
                "{\"password\":\"#\",\"a\":1}",
                "body {\\\"password\\\":\\\"#\\\",\\\"a\\\":1}",
                "required username=\"me\" password=\"#\";",
                "snmp community=#",
                "api-key=#,other=value",
                "token := '#'",
                "password: \"#\"",
                "password: `#`"
            })
    void aSecretThatIsNamedIsGoneAndTheRestStays(String text) {
        assertThat(REDACTOR.redactMessage(text.replace("#", SECRET)))
                .isEqualTo(text.replace("#", MARKER));
    }

    @Test
    void nothingOfASecretWithSignsInItStays() {
        for (String secret : List.of("a,b", "it's", "x&y", "1;2", "p@ss", "a=b==", "(x)y")) {
            String redacted = REDACTOR.redactMessage("password=" + secret + " host=db");
            assertThat(redacted).isEqualTo("password=" + REDACTOR.marker(secret) + " host=db");
        }
        assertThat(REDACTOR.redactMessage("Cookie: a=one; b=two\nnext"))
                .isEqualTo("Cookie: " + REDACTOR.marker("a=one; b=two") + "\nnext");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ghp_",
                "gho_",
                "ghs_",
                "github_pat_",
                "glpat-",
                "xoxb-",
                "xoxp-",
                "myra_",
                "myre_",
                "myrd_",
                "glc_"
            })
    void aTokenShowsByItsForm(String prefix) {
        String token = prefix + TOKEN_BODY;
        assertThat(REDACTOR.redactMessage("note " + token + ", refused"))
                .isEqualTo("note " + REDACTOR.marker(token) + ", refused");
    }

    @Test
    void keysAndSignedTokensShowByTheirForm() {
        String signed = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl-_";
        for (String token : List.of(signed, "AKIAIOSFODNN7EXAMPLE")) {
            assertThat(REDACTOR.redactMessage("note " + token + "."))
                    .contains("[REDACTED:")
                    .doesNotContain(token.substring(0, 12));
        }
        assertThat(REDACTOR.redactMessage("Basic dXNlcjpwYXNz"))
                .isEqualTo("Basic " + REDACTOR.marker("dXNlcjpwYXNz"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "oauth2: cannot fetch token: 401 Unauthorized",
                "failed to get token: Post \"https://idp/token\": dial tcp: EOF",
                "exporters.x.token: must be set",
                "Basic authentication failed",
                "docker.io/library/nginx:1.25@sha256:"
                        + "0123456789012345678901234567890123456789012345678901234567890123",
                "registry:5000/image:1.2",
                "set(attributes[\"token\"], attributes[\"x\"])",
                "token=[^&]*",
                "password=${env:PASSWORD}",
                "password: ***",
                "password= user=me",
                "token_url=https://idp/token client_id=x",
                "tokenizer: fast, secretary: Ann",
                "the community: welcome",
                "mailto:me@example.com",
                "12:30:45 a=b c:d"
            })
    void whatIsNoSecretStays(String text) {
        assertThat(REDACTOR.redactMessage(text)).isEqualTo(text);
    }

    @Test
    void redactingAnyTextTwiceChangesNothingMore() {
        List<String> pieces =
                List.of(
                        "password",
                        "token",
                        "key",
                        "Authorization",
                        "Bearer ",
                        "Basic ",
                        "=",
                        ":",
                        " ",
                        "\"",
                        "'",
                        "\\\"",
                        "&",
                        ";",
                        ",",
                        "@",
                        "@tcp(",
                        ")",
                        "://",
                        "https",
                        "root",
                        "myre_abcdefgh12345678",
                        "ghp_" + TOKEN_BODY,
                        "${env:X}",
                        "\n",
                        "[REDACTED]",
                        "[REDACTED:0123abcd]",
                        "[REDACTED",
                        "]",
                        "-----BEGIN X-----",
                        "eyJhbGciOi.eyJz.x",
                        "AKIAIOSFODNN7EXAMPLE",
                        "*",
                        "abc",
                        "4711",
                        "?",
                        "/");
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int piece = random.nextInt(12); piece >= 0; piece--) {
                text.append(pieces.get(random.nextInt(pieces.size())));
            }
            String once = REDACTOR.redactMessage(text.toString());
            assertThat(REDACTOR.redactMessage(once)).as("seed %d: %s", seed, text).isEqualTo(once);
        }
    }

    @Test
    void hostileTextsAreDoneInLinearTime() {
        // Each of them takes hours where every place is looked at from every other one.
        for (String piece :
                List.of(
                        "password=\"",
                        "token=${token=",
                        "token=[^token=",
                        "token: \\",
                        "token://",
                        "a:b@",
                        "password= x=",
                        "-----BEGIN ",
                        "token=)",
                        "eyJaaaaaa.")) {
            String text = piece.repeat(200_000 / piece.length());
            for (String end : List.of("", "}", "@tcp(")) {
                String once = REDACTOR.redactMessage(text + end);
                assertThat(REDACTOR.redactMessage(once).equals(once)).as(piece + end).isTrue();
            }
        }
    }
}
