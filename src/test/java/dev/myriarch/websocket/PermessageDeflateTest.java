package dev.myriarch.websocket;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PermessageDeflateTest {
    private static final String PLAIN =
            "permessage-deflate; server_no_context_takeover; client_no_context_takeover";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "permessage-deflate | ",
                "permessage-deflate; client_max_window_bits | ",
                "permessage-deflate; client_max_window_bits=8 | ",
                "permessage-deflate; client_no_context_takeover; server_no_context_takeover | ",
                "permessage-deflate;server_max_window_bits=15 | ; server_max_window_bits=15",
                "permessage-deflate; server_max_window_bits=\"15\" | ; server_max_window_bits=15",
                "x-other, permessage-deflate | ",
                "permessage-deflate; server_max_window_bits=10, permessage-deflate | "
            })
    void anOfferThatCanBeKeptIsAcceptedWithoutAnyContext(String offer, String more) {
        assertThat(answer(offer)).contains(PLAIN + (more == null ? "" : more));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x-webkit-deflate-frame",
                "Permessage-Deflate",
                "permessage-deflate; unknown",
                "permessage-deflate; server_no_context_takeover=1",
                "permessage-deflate; client_no_context_takeover=true",
                "permessage-deflate; server_max_window_bits",
                "permessage-deflate; server_max_window_bits=14",
                "permessage-deflate; server_max_window_bits=16",
                "permessage-deflate; client_max_window_bits=7",
                "permessage-deflate; client_max_window_bits=16",
                "permessage-deflate; client_max_window_bits=08",
                "permessage-deflate; client_max_window_bits; client_max_window_bits",
                "permessage-deflate; server_no_context_takeover; server_no_context_takeover"
            })
    void anOfferThatCannotBeKeptIsDeclined(String offer) {
        assertThat(answer(offer)).isEmpty();
    }

    private static Optional<String> answer(String offer) {
        return PermessageDeflate.answer(Extension.parse(List.of(offer)).orElseThrow());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                PLAIN,
                "permessage-deflate; server_no_context_takeover",
                PLAIN + "; server_max_window_bits=9"
            })
    void aClientTakesAnAnswerWithoutContext(String answer) {
        assertThat(PermessageDeflate.isAnswer(parsed(answer))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "permessage-deflate",
                "permessage-deflate; client_no_context_takeover",
                "x-other",
                PLAIN + ", x-other",
                PLAIN + ", " + PLAIN,
                PLAIN + "; unknown",
                PLAIN + "; client_max_window_bits=15",
                PLAIN + "; server_max_window_bits",
                PLAIN + "; server_max_window_bits=7",
                PLAIN + "; server_no_context_takeover",
                "permessage-deflate; server_no_context_takeover=x"
            })
    void aClientRefusesAnAnswerThatWasNotOffered(String answer) {
        assertThat(PermessageDeflate.isAnswer(parsed(answer))).isFalse();
    }

    private static List<Extension> parsed(String line) {
        return Extension.parse(List.of(line)).orElseThrow();
    }

    @Test
    void elementsOfSeveralLinesAreReadInOrder() {
        assertThat(Extension.parse(List.of(" a ; b ; c = d ;e=\"f\\g\" ,, h", ", i;j=\"k\" ,", "")))
                .contains(
                        List.of(
                                new Extension(
                                        "a",
                                        List.of(
                                                parameter("b"),
                                                parameter("c", "d"),
                                                parameter("e", "fg"))),
                                new Extension("h", List.of()),
                                new Extension("i", List.of(parameter("j", "k")))));
    }

    private static Extension.Parameter parameter(String name) {
        return new Extension.Parameter(name, Optional.empty());
    }

    private static Extension.Parameter parameter(String name, String value) {
        return new Extension.Parameter(name, Optional.of(value));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ";",
                "a b",
                "a;",
                "a; =b",
                "a; b=",
                "a; b=c d",
                "a; b=\"\"",
                "a; b=\"c d\"",
                "a; b=\" c\"",
                "a; b=\"c",
                "a; b=\"c\\",
                "a; b=\"c\"d",
                "a=b",
                "a/b",
                "\"a\""
            })
    void aLineThatBreaksTheGrammarIsMalformed(String line) {
        assertThat(Extension.parse(List.of("fine", line))).isEmpty();
    }
}
