package dev.myriarch.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DatabaseUrlTest {
    @Test
    void partsAreReadAndDecoded() {
        DatabaseUrl url =
                DatabaseUrl.parse(
                        "postgresql://my%40user:p%2Fs%3As+d@db.example:5433/fl%20eet?sslmode=require");
        assertThat(url.user()).isEqualTo("my@user");
        assertThat(url.password().reveal()).isEqualTo("p/s:s+d");
        assertThat(url.jdbcUrl()).isEqualTo("jdbc:postgresql://db.example:5433/fl+eet");
        assertThat(url.parameters()).isEqualTo(Map.of("sslmode", "require"));
    }

    @Test
    void severalHostsAndSessionKindsAreKept() {
        DatabaseUrl url =
                DatabaseUrl.parse("postgres://u@a:1,b:2/d?target_session_attrs=read-write");
        assertThat(url.jdbcUrl()).isEqualTo("jdbc:postgresql://a:1,b:2/d");
        assertThat(url.parameters()).containsEntry("targetServerType", "primary");
    }

    @Test
    void verificationWithoutAFileTrustsTheRootsOfTheRuntime() {
        DatabaseUrl system = DatabaseUrl.parse("postgres://u@h/d?sslmode=verify-full");
        assertThat(system.parameters())
                .containsEntry("sslfactory", "org.postgresql.ssl.DefaultJavaSSLFactory");
        DatabaseUrl file =
                DatabaseUrl.parse("postgres://u@h/d?sslmode=verify-full&sslrootcert=/ca.pem");
        assertThat(file.parameters())
                .containsEntry("sslrootcert", "/ca.pem")
                .doesNotContainKey("sslfactory");
    }

    @Test
    void textNeverHoldsThePassword() {
        DatabaseUrl url = DatabaseUrl.parse("postgres://u:hunter2@h:1/d");
        assertThat(url.toString()).isEqualTo("postgres://u@h:1/d");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "hunter2",
                "mysql://u:hunter2@h/d",
                "postgres://u:hunter2@h",
                "postgres://u:hunter2@/d",
                "postgres://:hunter2@h/d",
                "postgres://u:hun/ter2hunter2@h/d",
                "postgres://u:hunter2@h /d",
                "postgres://u:%zzhunter2@h/d",
                "postgres://u:hunter2@h/d?sslmodus=x",
                "postgres://u:hunter2@h/d?target_session_attrs=odd",
            })
    void wrongFormsAreRefusedWithoutTheirText(String dsn) {
        assertThatThrownBy(() -> DatabaseUrl.parse(dsn))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("hunter2");
    }
}
