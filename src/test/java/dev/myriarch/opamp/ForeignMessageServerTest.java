package dev.myriarch.opamp;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import dev.myriarch.agent.pg.AgentStorePg;
import dev.myriarch.domain.AgentId;
import dev.myriarch.opamp.proto.AgentDescription;
import dev.myriarch.opamp.proto.AgentToServer;
import dev.myriarch.opamp.proto.AnyValue;
import dev.myriarch.opamp.proto.CustomCapabilities;
import dev.myriarch.opamp.proto.CustomMessage;
import dev.myriarch.opamp.proto.KeyValue;
import dev.myriarch.opamp.proto.ServerToAgent;
import dev.myriarch.testing.DirectBus;
import dev.myriarch.testing.LastingTokens;
import dev.myriarch.testing.SettableClock;
import dev.myriarch.testing.TestDatabase;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Messages of later versions, and messages that are too large. */
class ForeignMessageServerTest {
    private static final TestDatabase DATABASE = TestDatabase.create();
    private static final AgentId ID = new AgentId(new UUID(6, 1));

    /** Two bits that no version of the protocol has a name for, one of them the sign. */
    private static final long LATER = 1L << 40 | 1L << 63;

    private final AgentStorePg store = new AgentStorePg(DATABASE.database());
    private final TestReplica replica;
    private final OpampSettings settings = OpampSettings.defaults("r1");

    ForeignMessageServerTest() throws IOException {
        DATABASE.clear(List.of("agents"));
        replica =
                new TestReplica(
                        DATABASE.database(),
                        LastingTokens.everybody("token:1"),
                        new DirectBus(),
                        new SettableClock(Instant.parse("2026-03-01T10:00:00Z")),
                        settings);
    }

    @AfterEach
    void stop() {
        replica.close();
    }

    @AfterAll
    static void drop() {
        DATABASE.close();
    }

    private static AgentToServer.Builder described() {
        return AgentToServer.newBuilder()
                .setInstanceUid(ByteString.copyFrom(ID.toBytes()))
                .setCapabilities(Fixture.CAPABILITIES)
                .setAgentDescription(
                        AgentDescription.newBuilder()
                                .addNonIdentifyingAttributes(
                                        KeyValue.newBuilder()
                                                .setKey("host.name")
                                                .setValue(
                                                        AnyValue.newBuilder()
                                                                .setStringValue("edge-1"))));
    }

    @Test
    void capabilitiesOfLaterVersionsAreKept() throws Exception {
        TestReplica.Socket socket = replica.connect("any");
        socket.ask(described().setCapabilities(Fixture.CAPABILITIES | LATER).build());
        assertThat(store.find(ID).orElseThrow().description().capabilities())
                .isEqualTo(Fixture.CAPABILITIES | LATER);
        socket.ask(
                described()
                        .setSequenceNum(1)
                        .clearAgentDescription()
                        .setCapabilities(LATER)
                        .build());
        assertThat(store.find(ID).orElseThrow().description().capabilities()).isEqualTo(LATER);
    }

    @Test
    void fieldsOfLaterVersionsAreLeftAlone() throws Exception {
        AgentToServer later =
                described()
                        .setFlags(1L << 50)
                        .setUnknownFields(
                                UnknownFieldSet.newBuilder()
                                        .addField(
                                                900,
                                                UnknownFieldSet.Field.newBuilder()
                                                        .addLengthDelimited(
                                                                ByteString.copyFromUtf8("later"))
                                                        .build())
                                        .build())
                        .build();
        ServerToAgent answer = replica.connect("any").ask(later);
        assertThat(answer.hasErrorResponse()).isFalse();
        assertThat(answer.getUnknownFields().asMap()).isEmpty();
        assertThat(store.find(ID)).isPresent();
    }

    @Test
    void customMessagesAreAnsweredAndNotHandled() throws Exception {
        TestReplica.Socket socket = replica.connect("any");
        ServerToAgent answer =
                socket.ask(
                        described()
                                .setCustomCapabilities(
                                        CustomCapabilities.newBuilder().addCapabilities("com.x"))
                                .setCustomMessage(
                                        CustomMessage.newBuilder()
                                                .setCapability("com.x")
                                                .setType("t")
                                                .setData(ByteString.copyFromUtf8("d")))
                                .build());
        assertThat(answer.hasErrorResponse()).isFalse();
        assertThat(answer.hasCustomMessage()).isFalse();
        assertThat(answer.hasCustomCapabilities()).isFalse();
    }

    @Test
    void aMessageThatIsTooLargeClosesTheConnection() {
        TestReplica.Socket socket = replica.connect("any");
        socket.send(
                described()
                        .setCustomMessage(CustomMessage.newBuilder().setData(tooLarge()))
                        .build());
        assertThat(socket.closeCode()).isEqualTo(1009);
        assertThat(store.find(ID)).isEmpty();
    }

    @Test
    void aPollThatIsTooLargeIsRefusedAsItIsAndUnzipped() throws Exception {
        byte[] large =
                described()
                        .setCustomMessage(CustomMessage.newBuilder().setData(tooLarge()))
                        .build()
                        .toByteArray();
        assertThat(replica.poll("any", large, "identity")).isEqualTo(413);
        assertThat(replica.poll("any", zip(large, 1), "gzip")).isEqualTo(413);
        assertThat(store.find(ID)).isEmpty();
    }

    /** A gibibyte when it is unpacked. */
    @Test
    void aBombIsRefusedWithoutBeingUnpacked() throws Exception {
        byte[] bomb = zip(new byte[1 << 20], 1024);
        assertThat(bomb.length).isLessThan(8 << 20);
        assertThat(replica.poll("any", bomb, "gzip")).isEqualTo(413);
    }

    private ByteString tooLarge() {
        return ByteString.copyFrom(new byte[settings.limits().maxMessageBytes()]);
    }

    private static byte[] zip(byte[] bytes, int times) throws IOException {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(zipped)) {
            for (int i = 0; i < times; i++) {
                out.write(bytes);
            }
        }
        return zipped.toByteArray();
    }
}
