import io.helidon.http.HeaderNames;
import io.helidon.webserver.WebServer;
import java.nio.charset.StandardCharsets;

/** The small GET of scripts/bench-http, answered by Helidon SE. */
final class HelidonServer {
    public static void main(String[] args) throws Exception {
        byte[] body = args[0].getBytes(StandardCharsets.UTF_8);
        WebServer server =
                WebServer.builder()
                        .host("127.0.0.1")
                        .port(0)
                        .routing(routing ->
                                routing.get(
                                        "/api/v1/status",
                                        (request, response) -> {
                                            response.header(
                                                    HeaderNames.CONTENT_TYPE, "application/json");
                                            response.send(body);
                                        }))
                        .build()
                        .start();
        System.out.println("port " + server.port());
        while (System.in.read() >= 0) {
            // Ends with the program that measures.
        }
        System.exit(0);
    }
}
