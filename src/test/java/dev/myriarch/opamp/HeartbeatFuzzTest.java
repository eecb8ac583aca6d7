package dev.myriarch.opamp;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.myriarch.opamp.AgentMessage.Report;
import dev.myriarch.opamp.proto.AgentToServer;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the short reader takes is what the long one reads, byte by byte. */
class HeartbeatFuzzTest {
    private static final int ROUNDS = 200_000;
    private static final MessageMapper MAPPER =
            new MessageMapper(new SecretRedactor(new byte[32]), 1 << 20);

    private static Optional<AgentMessage> readLong(byte[] bytes) {
        return Framing.readFramed(bytes) instanceof Framing.Decoded.Message(var message)
                ? MAPPER.map(message)
                : Optional.empty();
    }

    private static byte[] heartbeat(Random random) {
        byte[] uid = new byte[random.nextInt(20) == 0 ? random.nextInt(20) : 16];
        if (random.nextInt(20) > 0) {
            random.nextBytes(uid);
        }
        AgentToServer.Builder message =
                AgentToServer.newBuilder().setInstanceUid(ByteString.copyFrom(uid));
        if (random.nextInt(10) > 0) {
            message.setSequenceNum(random.nextLong() >>> random.nextInt(64));
        }
        if (random.nextInt(10) > 0) {
            message.setCapabilities(random.nextLong() >>> random.nextInt(64));
        }
        if (random.nextInt(10) == 0) {
            message.setFlags(random.nextInt(3));
        }
        return AnsweringDesk.framed(message.build());
    }

    @Test
    void whatIsTakenForAHeartbeatIsOneAndReadAlike() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        int taken = 0;
        for (int round = 0; round < ROUNDS; round++) {
            byte[] bytes = heartbeat(random);
            for (int flips = random.nextInt(3); flips > 0; flips--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            Optional<AgentMessage> read = Heartbeat.read(bytes);
            if (read.isPresent()) {
                taken++;
                assertThat(read).as("seed %d, round %d", seed, round).isEqualTo(readLong(bytes));
            }
        }
        assertThat(taken).as("seed %d", seed).isGreaterThan(ROUNDS / 4);
    }

    @Test
    void theHeartbeatsOfARealSupervisorAreTaken() {
        List<AgentToServer> heartbeats =
                Stream.of("websocket", "restart", "http")
                        .flatMap(folder -> Recording.read(folder).stream())
                        .filter(Recording::fromAgent)
                        .map(Recording::agentMessage)
                        .filter(message -> readLong(message).report().equals(Report.empty()))
                        .filter(message -> !message.hasHealth() && !message.hasAgentDisconnect())
                        .toList();
        assertThat(heartbeats).hasSize(6);
        for (AgentToServer message : heartbeats) {
            assertThat(Heartbeat.read(AnsweringDesk.framed(message))).contains(readLong(message));
        }
    }

    private static AgentMessage readLong(AgentToServer message) {
        return MAPPER.map(message).orElseThrow();
    }
}
