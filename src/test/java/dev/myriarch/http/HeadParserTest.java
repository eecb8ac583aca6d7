package dev.myriarch.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class HeadParserTest {
    private static final List<Integer> PIECES = List.of(1 << 20, 1, 7);
    private static final String HOST = "Host: a.example\r\n";
    private static final HttpLimits LIMITS =
            HttpLimits.defaults()
                    .withHead(new HttpLimits.Head(200, 600, 10, Duration.ofSeconds(10)))
                    .withBody(new HttpLimits.Body(1000, Duration.ofSeconds(30), 1024, 100));

    /** A head that must be refused with a status. */
    record Refused(String rule, int status, String head) {
        @Override
        public String toString() {
            return rule + " -> " + status;
        }
    }

    static Stream<Refused> refused() {
        return Stream.of(requestLines(), targets(), fields(), hosts(), framings(), expectations())
                .flatMap(cases -> cases);
    }

    private static Stream<Refused> requestLines() {
        return Stream.of(
                line("no version (HTTP/0.9)", 400, "GET /"),
                line("two spaces before the target", 400, "GET  / HTTP/1.1"),
                line("two spaces before the version", 400, "GET /  HTTP/1.1"),
                line("a leading space", 400, " GET / HTTP/1.1"),
                line("a trailing space", 400, "GET / HTTP/1.1 "),
                line("a tab as separator", 400, "GET\t/\tHTTP/1.1"),
                line("a lower-case protocol name", 400, "GET / http/1.1"),
                line("another protocol", 400, "GET / HTTPS/1.1"),
                line("a version with two digits", 400, "GET / HTTP/1.10"),
                line("HTTP/2.0", 505, "GET / HTTP/2.0"),
                line("HTTP/1.2", 505, "GET / HTTP/1.2"),
                line("HTTP/0.9 spelled out", 505, "GET / HTTP/0.9"),
                line("the HTTP/2 preface", 505, "PRI * HTTP/2.0"),
                line("a method that is no token", 400, "G(T / HTTP/1.1"),
                line("a method of 33 letters", 501, "A".repeat(33) + " / HTTP/1.1"),
                line("CONNECT", 501, "CONNECT a.example:443 HTTP/1.1"),
                line(
                        "a request line beyond its limit",
                        414,
                        "GET /" + "a".repeat(200) + " HTTP/1.1"),
                new Refused(
                        "a bare line feed after the request line", 400, "GET / HTTP/1.1\n" + HOST),
                new Refused("a bare carriage return", 400, "GET / HTTP/1.1\r" + HOST + "\r\n"),
                new Refused("NUL in the request line", 400, "GET /\0 HTTP/1.1\r\n" + HOST),
                new Refused("two empty lines first", 400, "\r\n\r\nGET / HTTP/1.1\r\n" + HOST));
    }

    private static Stream<Refused> targets() {
        return Stream.of(
                target("a relative path", "index.html"),
                target("an empty fragment", "/#"),
                target("a fragment", "/a#b"),
                target("two leading slashes", "//a"),
                target("non-ASCII", "/\u00e4"),
                target("a quotation mark", "/\"a"),
                target("a backslash", "/a\\b"),
                target("an angle bracket", "/<a>"),
                target("a brace", "/{a}"),
                target("a percent sign alone", "/%"),
                target("a half percent-encoding", "/%4"),
                target("a percent-encoding that is not hexadecimal", "/%4g"),
                target("a broken percent-encoding in the query", "/?a=%zz"),
                target("a dot segment", "/a/./b"),
                target("a double dot segment", "/a/../b"),
                target("a double dot segment at the end", "/a/.."),
                target("an encoded dot segment", "/a/%2e%2E/b"),
                target("a half encoded dot segment", "/a/.%2e/b"),
                target("a dot segment between encoded slashes", "/a%2f..%2Fb"),
                target("a dot segment between backslashes", "/a%5c..%5Cb"),
                target("an encoded NUL", "/a%00"),
                target("an encoded line end", "/a%0d%0ab"),
                target("an encoded DEL", "/%7f"),
                target("an overlong slash", "/a/..%c0%afb"),
                target("an overlong dot", "/%c0%ae%c0%ae/a"),
                target("a byte that no UTF-8 has", "/%ff"),
                target("half a character", "/%c3"),
                target("an encoded surrogate", "/%ed%a0%80"),
                target("* for GET", "*"),
                target("the authority form", "a.example:80"),
                target("another scheme", "ftp://a.example/"),
                target("user information", "http://u:p@a.example/"),
                target("an absolute form without host", "http:///a"),
                target("an absolute form of another host", "http://b.example/"),
                target("an absolute form with another port", "http://a.example:81/"));
    }

    private static Stream<Refused> fields() {
        return Stream.of(
                field("a space before the colon", 400, "A : b"),
                field("a tab before the colon", 400, "A\t: b"),
                field("a line without colon", 400, "A"),
                field("an empty name", 400, ": b"),
                field("a name that is no token", 400, "A(b): c"),
                field("a non-ASCII name", 400, "\u00c4: c"),
                field("a folded line (obs-fold)", 400, "A: b\r\n c"),
                field("a folded line with a tab", 400, "A: b\r\n\tc"),
                field("NUL in a value", 400, "A: b\0c"),
                field("a bare carriage return in a value", 400, "A: b\rc"),
                field("a bare line feed in a value", 400, "A: b\nB: c"),
                field("a control character in a value", 400, "A: b\u0001"),
                field("DEL in a value", 400, "A: b\u007f"),
                field("a space after the request line", 400, " A: b"),
                field("too many fields", 431, "A: b\r\n".repeat(10) + "C: d"),
                field("too many header bytes", 431, "A: " + "b".repeat(600)),
                field(
                        "too many header bytes in several fields",
                        431,
                        ("A: " + "b".repeat(200) + "\r\n").repeat(3) + "C: d"));
    }

    private static Stream<Refused> hosts() {
        return Stream.of(
                headers("no Host", 400, ""),
                headers("an empty Host", 400, "Host: \r\n"),
                headers("Host twice", 400, HOST + HOST),
                headers("Host twice in another spelling", 400, HOST + "hOST: a.example\r\n"),
                headers("a Host list", 400, "Host: a.example, b.example\r\n"),
                headers("a Host with a path", 400, "Host: a.example/x\r\n"),
                headers("a Host with user information", 400, "Host: u@a.example\r\n"),
                headers("a Host with a space", 400, "Host: a example\r\n"),
                headers("a non-ASCII Host", 400, "Host: \u00e4.example\r\n"),
                headers("a Host without name", 400, "Host: :80\r\n"),
                headers("a port that is no number", 400, "Host: a.example:x\r\n"),
                headers("an empty port", 400, "Host: a.example:\r\n"),
                headers("a port beyond 65535", 400, "Host: a.example:65536\r\n"),
                headers("a broken IPv6 literal", 400, "Host: [::1\r\n"),
                headers("text after an IPv6 literal", 400, "Host: [::1]x\r\n"),
                headers("a forbidden character in an IPv6 literal", 400, "Host: [::1%25e]\r\n"));
    }

    private static Stream<Refused> framings() {
        String chunked = "Transfer-Encoding: chunked";
        return Stream.of(
                field("Content-Length with a plus", 400, "Content-Length: +1"),
                field("a negative Content-Length", 400, "Content-Length: -1"),
                field("a hexadecimal Content-Length", 400, "Content-Length: 0x1"),
                field("an empty Content-Length", 400, "Content-Length:"),
                field("a Content-Length with a space", 400, "Content-Length: 1 0"),
                field("a Content-Length list", 400, "Content-Length: 1, 1"),
                field("Content-Length twice", 400, "Content-Length: 1\r\nContent-Length: 1"),
                field(
                        "two different Content-Length",
                        400,
                        "Content-Length: 1\r\nContent-Length: 2"),
                field("a Content-Length of 19 digits", 400, "Content-Length: 1000000000000000000"),
                field("a Content-Length beyond the limit", 413, "Content-Length: 1001"),
                field("both framings", 400, chunked + "\r\nContent-Length: 1"),
                field("both framings in the other order", 400, "Content-Length: 0\r\n" + chunked),
                field("Transfer-Encoding twice", 400, chunked + "\r\n" + chunked),
                field("chunked twice in a list", 400, chunked + ", chunked"),
                field("an empty Transfer-Encoding", 400, "Transfer-Encoding:"),
                field("chunked with a parameter", 400, chunked + ";q=1"),
                field("chunked in quotes", 400, "Transfer-Encoding: \"chunked\""),
                field("chunked with a vertical tab", 400, "Transfer-Encoding: \u000bchunked"),
                field("a folded Transfer-Encoding", 400, "Transfer-Encoding:\r\n chunked"),
                field("an unknown coding", 501, "Transfer-Encoding: xchunked"),
                field("identity", 501, "Transfer-Encoding: identity"),
                field("gzip before chunked", 501, "Transfer-Encoding: gzip, chunked"),
                new Refused(
                        "Transfer-Encoding in HTTP/1.0",
                        400,
                        "POST / HTTP/1.0\r\n" + HOST + chunked + "\r\n\r\n"));
    }

    private static Stream<Refused> expectations() {
        return Stream.of(
                field("an unknown expectation", 417, "Expect: 200-ok"),
                field("Expect twice", 400, "Expect: 100-continue\r\nExpect: 100-continue"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("refused")
    void refuses(Refused refused) {
        for (int piece : PIECES) {
            assertThatThrownBy(() -> parse(refused.head(), piece))
                    .as("in pieces of %d", piece)
                    .isInstanceOfSatisfying(
                            RequestFailure.class,
                            failure -> assertThat(failure.status()).isEqualTo(refused.status()));
        }
    }

    @Test
    void anOrdinaryRequestIsRead() throws IOException {
        for (int piece : PIECES) {
            RequestHead head =
                    parse(
                            String.join(
                                    "\r\n",
                                    "POST /a/b%20c?d=%C3%A4&e[]=1 HTTP/1.1",
                                    "host: a.example:8080",
                                    "Content-Length: 12",
                                    "X-A:  b c\t",
                                    "x-a: ",
                                    "",
                                    ""),
                            piece);
            assertThat(head.method()).isEqualTo("POST");
            assertThat(head.target().uri().getRawPath()).isEqualTo("/a/b%20c");
            assertThat(head.target().uri().getRawQuery()).isEqualTo("d=%C3%A4&e[]=1");
            assertThat(head.framing()).isEqualTo(new Framing.Fixed(12));
            assertThat(head.headers().get("X-A")).containsExactly("b c", "");
            assertThat(head.close()).isFalse();
        }
    }

    @Test
    void anEmptyLineBeforeTheRequestIsSkipped() throws IOException {
        assertThat(parse("\r\nGET / HTTP/1.1\r\n" + HOST + "\r\n", 1).method()).isEqualTo("GET");
    }

    @Test
    void theAbsoluteFormBecomesAPath() throws IOException {
        RequestHead head = parse("GET http://A.example?x=1 HTTP/1.1\r\n" + HOST + "\r\n", 7);
        assertThat(head.target().uri()).hasToString("/?x=1");
    }

    @Test
    void theAsteriskIsForOptions() throws IOException {
        assertThat(parse("OPTIONS * HTTP/1.1\r\n" + HOST + "\r\n", 7).target().isAsterisk())
                .isTrue();
    }

    @Test
    void ipv6HostsAreTaken() throws IOException {
        assertThat(parse("GET / HTTP/1.1\r\nHost: [::1]:80\r\n\r\n", 7).headers().getFirst("Host"))
                .isEqualTo("[::1]:80");
    }

    @Test
    void http10NeedsNoHostAndCloses() throws IOException {
        RequestHead head = parse("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", 7);
        assertThat(head.minorVersion()).isZero();
        assertThat(head.close()).isTrue();
    }

    @Test
    void chunkedIsComparedWithoutCase() throws IOException {
        RequestHead head =
                parse("POST / HTTP/1.1\r\n" + HOST + "Transfer-Encoding: Chunked\r\n\r\n", 7);
        assertThat(head.framing()).isEqualTo(new Framing.Chunked());
    }

    @Test
    void anExpectationCountsOnlyWithABodyInHttp11() throws IOException {
        String expect = "Expect: 100-Continue\r\n";
        String body = "Content-Length: 1\r\n\r\n";
        assertThat(parse("POST / HTTP/1.1\r\n" + HOST + expect + body, 7).expectContinue())
                .isTrue();
        assertThat(parse("POST / HTTP/1.1\r\n" + HOST + expect + "\r\n", 7).expectContinue())
                .isFalse();
        assertThat(parse("POST / HTTP/1.0\r\n" + HOST + expect + body, 7).expectContinue())
                .isFalse();
    }

    @Test
    void closeIsFoundInAList() throws IOException {
        RequestHead head = parse("GET / HTTP/1.1\r\n" + HOST + "Connection: te, CLOSE\r\n\r\n", 7);
        assertThat(head.close()).isTrue();
    }

    @Test
    void headersAreImmutable() throws IOException {
        RequestHead head = parse("GET / HTTP/1.1\r\n" + HOST + "\r\n", 7);
        assertThatThrownBy(() -> head.headers().set("A", "b"))
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void anEndWithinTheHeadIsNoRequest() {
        assertThatThrownBy(() -> parse("GET / HTTP/1.1\r\nHo", 7)).isInstanceOf(EOFException.class);
    }

    private static Refused line(String rule, int status, String line) {
        return new Refused(rule, status, line + "\r\n" + HOST + "\r\n");
    }

    private static Refused target(String rule, String target) {
        return new Refused(
                rule + " as target", 400, "GET " + target + " HTTP/1.1\r\n" + HOST + "\r\n");
    }

    private static Refused field(String rule, int status, String field) {
        return new Refused(rule, status, "POST / HTTP/1.1\r\n" + field + "\r\n" + HOST + "\r\n");
    }

    private static Refused headers(String rule, int status, String headers) {
        return new Refused(rule, status, "GET / HTTP/1.1\r\n" + headers + "\r\n");
    }

    private static RequestHead parse(String head, int piece) throws IOException {
        return HeadParser.parse(new InputBuffer(new PiecewiseSource(head, piece)), LIMITS);
    }
}
