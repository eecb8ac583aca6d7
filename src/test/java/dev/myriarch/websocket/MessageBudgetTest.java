package dev.myriarch.websocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Arrays;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;

class MessageBudgetTest {
    private static final int LARGE = 200_000;

    private final MessageBudget budget = new MessageBudget(300_000);

    private MessageReader reader(Frames frames) {
        WebSocketOptions options =
                WebSocketOptions.defaults().withCompression(true).withBudget(budget);
        return new MessageReader(
                PiecewiseInput.of(frames.toBytes(), 10_000),
                Side.SERVER,
                options,
                System::nanoTime);
    }

    /** Reads the first fragment of a message, and a ping that shows that it is read. */
    private MessageReader begun(int opcode, byte[] fragment) throws IOException {
        MessageReader reader =
                reader(new Frames().masked(opcode, fragment).masked(0x89, "").masked(0x80, "x"));
        assertThat(reader.read()).isInstanceOf(Incoming.Ping.class);
        return reader;
    }

    @Test
    void unfinishedMessagesOfAllConnectionsShareIt() throws IOException {
        MessageReader first = begun(2, new byte[LARGE]);
        assertThat(budget.held()).isBetween(LARGE - (64L << 10), 2L * LARGE);
        begun(2, new byte[LARGE]);
        assertThatThrownBy(() -> begun(2, new byte[LARGE]))
                .isInstanceOfSatisfying(
                        WebSocketFailure.class,
                        failure -> assertThat(failure.code()).isEqualTo(1013));
        assertThat(first.read()).isInstanceOf(Incoming.Binary.class);
        begun(2, new byte[LARGE]);
    }

    @Test
    void whatIsWholeOrGivenUpIsGivenBack() throws IOException {
        assertThat(reader(new Frames().masked(0x82, new byte[LARGE])).read())
                .isInstanceOf(Incoming.Binary.class);
        assertThat(budget.held()).isZero();
        begun(2, new byte[LARGE]).close();
        assertThat(budget.held()).isZero();
    }

    @Test
    void decompressedBytesCount() throws IOException {
        byte[] compressed = new byte[10_000];
        int size;
        try (Deflater deflater = new Deflater(9, true)) {
            deflater.setInput(new byte[LARGE]);
            size = deflater.deflate(compressed, 0, compressed.length, Deflater.SYNC_FLUSH);
        }
        MessageReader reader = begun(0x42, Arrays.copyOf(compressed, size));
        assertThat(budget.held()).isGreaterThanOrEqualTo(LARGE - (64 << 10));
        reader.close();
        assertThat(budget.held()).isZero();
    }

    @Test
    void smallMessagesCostNothing() throws IOException {
        for (int i = 0; i < 100; i++) {
            begun(2, new byte[30_000]);
        }
        assertThat(budget.held()).isZero();
    }
}
