package dev.myriarch.opamp;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.myriarch.opamp.proto.AgentToServer;
import dev.myriarch.opamp.proto.ServerToAgent;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A recorded conversation of opampsupervisor 0.149.0: one file a message, plain protobuf.
 *
 * @param name the number, with the prefix of its part: {@code 000}, {@code b-008}
 * @param millis time since the start of the recording server
 */
record Recording(String name, long millis, boolean fromAgent, byte[] bytes) {
    private static final Path FOLDER = Path.of("src/test/resources/opamp");

    /** All messages of a folder in their order. */
    static List<Recording> read(String folder) {
        try (Stream<Path> files = Files.list(FOLDER.resolve(folder))) {
            return files.sorted().map(Recording::read).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The messages of the agent from {@code first} to {@code last}, both included. */
    static List<Recording> agent(String folder, String first, String last) {
        return read(folder).stream()
                .filter(Recording::fromAgent)
                .filter(r -> r.name().compareTo(first) >= 0 && r.name().compareTo(last) <= 0)
                .toList();
    }

    private static Recording read(Path file) {
        String name = file.getFileName().toString();
        int time = name.indexOf("ms-") - 6;
        try (InputStream in = Files.newInputStream(file)) {
            return new Recording(
                    name.substring(0, time - 1),
                    Long.parseLong(name.substring(time, time + 6)),
                    name.endsWith("-agent.bin"),
                    in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    AgentToServer agentMessage() {
        return switch (Framing.readPlain(bytes)) {
            case Framing.Decoded.Message(AgentToServer message) -> message;
            case Framing.Decoded.Malformed(String reason) -> throw new AssertionError(reason);
        };
    }

    /** What the recording server sent; a configuration that it offered, where it did. */
    Optional<ServerToAgent> serverMessage() {
        try {
            return fromAgent ? Optional.empty() : Optional.of(ServerToAgent.parseFrom(bytes));
        } catch (InvalidProtocolBufferException e) {
            throw new AssertionError(name, e);
        }
    }
}
