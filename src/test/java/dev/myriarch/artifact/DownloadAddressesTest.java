package dev.myriarch.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DownloadAddressesTest {
    private static final ArtifactId ARTIFACT = new ArtifactId(new UUID(1, 2));

    private final DownloadAddresses addresses =
            new DownloadAddresses(
                    "https://fleet.example.com",
                    List.of(
                            "http://myriarch.svc:8080/",
                            "https://Inner.example.com",
                            "http://inner.example.com",
                            "https://inner.example.com:443",
                            "http://[2001:db8::1]:8080"));

    @ParameterizedTest
    @CsvSource({
        "ws://myriarch.svc:8080, http://myriarch.svc:8080",
        "http://MYRIARCH.SVC:8080, http://myriarch.svc:8080",
        "wss://myriarch.svc:8080, http://myriarch.svc:8080",
        "ws://myriarch.svc, https://fleet.example.com",
        "ws://myriarch.svc:8081, https://fleet.example.com",
        "wss://inner.example.com, https://Inner.example.com",
        "https://inner.example.com:443, https://Inner.example.com",
        "ws://inner.example.com, http://inner.example.com",
        "ws://inner.example.com:80, http://inner.example.com",
        "ws://[2001:DB8::1]:8080, http://[2001:db8::1]:8080",
        "wss://fleet.example.com:443, https://fleet.example.com",
        "ftp://inner.example.com:443, https://fleet.example.com",
        "'', https://fleet.example.com",
        "inner.example.com:443, https://fleet.example.com",
        "https://, https://fleet.example.com",
        "'https://inner example.com', https://fleet.example.com",
        "https://inner.example.com.evil.example, https://fleet.example.com",
        "https://inner.example.com@evil.example, https://fleet.example.com",
    })
    void theBaseIsTheFirstAllowedOneThatTheUpdaterUsesItself(String endpoint, String expected) {
        assertThat(addresses.base(endpoint)).isEqualTo(expected);
    }

    @Test
    void withoutAllowedBasesEverybodyUsesThePublicUrl() {
        DownloadAddresses none = new DownloadAddresses("https://fleet.example.com/", List.of());
        assertThat(none.base("wss://fleet.internal:443")).isEqualTo("https://fleet.example.com");
    }

    @Test
    void anAddressNamesTheArtifactAndTheFile() {
        assertThat(addresses.of("", ARTIFACT, "otelcol-contrib_0.162.0_linux_amd64.tar.gz"))
                .isEqualTo(
                        "https://fleet.example.com/api/v1/artifacts/"
                                + "00000000-0000-0001-0000-000000000002/content/"
                                + "otelcol-contrib_0.162.0_linux_amd64.tar.gz");
        assertThat(addresses.of("ws://myriarch.svc:8080", ARTIFACT, "a b/../c"))
                .isEqualTo(
                        "http://myriarch.svc:8080/api/v1/artifacts/"
                                + "00000000-0000-0001-0000-000000000002/content/a%20b%2F..%2Fc");
    }
}
