package dev.myriarch.opamp;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.myriarch.opamp.Framing.Decoded;
import dev.myriarch.opamp.proto.AgentToServer;
import dev.myriarch.opamp.proto.ComponentHealth;
import dev.myriarch.opamp.proto.ServerToAgent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FramingTest {
    private static final AgentToServer MESSAGE =
            AgentToServer.newBuilder()
                    .setInstanceUid(ByteString.copyFrom(new byte[16]))
                    .setSequenceNum(7)
                    .build();

    private static byte[] framed(byte[] header) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(header);
        out.writeBytes(MESSAGE.toByteArray());
        return out.toByteArray();
    }

    @Test
    void aHeaderOfZeroIsStripped() {
        assertThat(Framing.readFramed(framed(new byte[] {0})))
                .isEqualTo(new Decoded.Message(MESSAGE));
        assertThat(Framing.readFramed(new byte[] {0}))
                .isEqualTo(new Decoded.Message(AgentToServer.getDefaultInstance()));
    }

    @Test
    void anOverlongZeroIsAHeaderToo() {
        assertThat(Framing.readFramed(framed(new byte[] {(byte) 0x80, (byte) 0x80, 0})))
                .isEqualTo(new Decoded.Message(MESSAGE));
    }

    @Test
    void aMessageWithoutHeaderIsTolerated() {
        assertThat(Framing.readFramed(MESSAGE.toByteArray()))
                .isEqualTo(new Decoded.Message(MESSAGE));
    }

    @Test
    void whatIsNoMessageIsMalformed() {
        for (byte[] bytes :
                List.of(
                        new byte[0],
                        framed(new byte[] {1}),
                        framed(new byte[] {(byte) 0x80, 1}),
                        new byte[] {(byte) 0x80},
                        new byte[] {
                            (byte) 0x80,
                            (byte) 0x80,
                            (byte) 0x80,
                            (byte) 0x80,
                            (byte) 0x80,
                            (byte) 0x80,
                            (byte) 0x80,
                            (byte) 0x80,
                            (byte) 0x80,
                            (byte) 0x80,
                            0
                        },
                        new byte[] {0, 0x0A, 0x7F},
                        new byte[] {0, 0x0C})) {
            assertThat(Framing.readFramed(bytes)).isInstanceOf(Decoded.Malformed.class);
        }
    }

    @Test
    void nestingIsBounded() {
        ComponentHealth health = ComponentHealth.getDefaultInstance();
        for (int i = 0; i < 100; i++) {
            health = ComponentHealth.newBuilder().putComponentHealthMap("x", health).build();
        }
        byte[] bytes = AgentToServer.newBuilder().setHealth(health).build().toByteArray();
        assertThat(Framing.readPlain(bytes)).isInstanceOf(Decoded.Malformed.class);
    }

    @Test
    void randomBytesNeverEscapeAsAnException() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = new byte[random.nextInt(60)];
            random.nextBytes(bytes);
            assertThat(Framing.readFramed(bytes)).as("seed %d", seed).isNotNull();
        }
    }

    @Test
    void everyAnswerHasTheHeader() throws IOException {
        ServerToAgent answer = ServerToAgent.newBuilder().setFlags(1).build();
        byte[] bytes = Framing.writeFramed(answer);
        assertThat(bytes[0]).isZero();
        assertThat(ServerToAgent.parser().parseFrom(bytes, 1, bytes.length - 1)).isEqualTo(answer);
    }

    @Test
    void everyRecordedMessageDecodes() {
        for (String folder : List.of("websocket", "http", "restart")) {
            List<Recording> recordings = Recording.read(folder);
            assertThat(recordings).isNotEmpty();
            for (Recording recording : recordings) {
                if (recording.fromAgent()) {
                    assertThat(recording.agentMessage().getInstanceUid().size()).isEqualTo(16);
                } else {
                    assertThat(recording.serverMessage()).isPresent();
                }
            }
        }
    }
}
