import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** The small GET of scripts/bench-http, answered by Jetty with handlers on virtual threads. */
final class JettyServer {
    public static void main(String[] args) throws Exception {
        byte[] body = args[0].getBytes(StandardCharsets.UTF_8);
        QueuedThreadPool threads = new QueuedThreadPool();
        threads.setVirtualThreadsExecutor(Executors.newVirtualThreadPerTaskExecutor());
        Server server = new Server(threads);
        ServerConnector connector = new ServerConnector(server);
        connector.setHost("127.0.0.1");
        connector.setPort(0);
        server.addConnector(connector);
        server.setHandler(
                new Handler.Abstract() {
                    @Override
                    public boolean handle(Request request, Response response, Callback callback) {
                        if (!request.getHttpURI().getPath().equals("/api/v1/status")) {
                            return false;
                        }
                        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
                        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
                        response.write(true, ByteBuffer.wrap(body), callback);
                        return true;
                    }
                });
        server.start();
        System.out.println("port " + connector.getLocalPort());
        while (System.in.read() >= 0) {
            // Ends with the program that measures.
        }
        System.exit(0);
    }
}
