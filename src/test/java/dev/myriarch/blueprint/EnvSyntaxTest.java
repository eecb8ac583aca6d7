package dev.myriarch.blueprint;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class EnvSyntaxTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "plain",
                "$",
                "a $NAME is not expanded",
                "${NAME}",
                "${env:NAME}",
                "127.0.0.1:${env:PORT:-4317}",
                "${env:NAME:-}",
                "${env:NAME:-${env:OTHER}}",
                "${file:/etc/token}",
                "${yaml:a: b}",
                "${https://example.com/x}",
                "$${not a reference",
                "$$${NAME}",
                "${${env:WHICH}}",
                "}",
            })
    void referencesOfTheCollectorAreFine(String text) {
        assertThat(EnvSyntax.problem(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "${NAME",
                "${env:NAME",
                "ok ${NAME} but ${",
                "${env:NAME:-${env:OTHER}",
                "${}",
                "${a b}",
                "${env:}",
                "${env:1ST}",
                "${vault:secret}",
                "$$$${ok} ${1}",
            })
    void whatTheCollectorCannotResolveIsTold(String text) {
        assertThat(EnvSyntax.problem(text)).isPresent();
    }
}
