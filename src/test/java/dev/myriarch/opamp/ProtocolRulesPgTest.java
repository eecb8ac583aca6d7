package dev.myriarch.opamp;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import dev.myriarch.domain.AgentId;
import dev.myriarch.opamp.proto.AgentDescription;
import dev.myriarch.opamp.proto.AgentDisconnect;
import dev.myriarch.opamp.proto.AgentToServer;
import dev.myriarch.opamp.proto.AnyValue;
import dev.myriarch.opamp.proto.CertificateRequest;
import dev.myriarch.opamp.proto.ConnectionSettingsRequest;
import dev.myriarch.opamp.proto.CustomCapabilities;
import dev.myriarch.opamp.proto.CustomMessage;
import dev.myriarch.opamp.proto.KeyValue;
import dev.myriarch.opamp.proto.OpAMPConnectionSettingsRequest;
import dev.myriarch.opamp.proto.ServerToAgent;
import dev.myriarch.testing.TestDatabase;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Rules of the OpAMP specification that no other test is about. */
class ProtocolRulesPgTest {
    private static final TestDatabase DATABASE = TestDatabase.create();
    private static final AgentId ONE = new AgentId(new UUID(1, 1));

    /** What a server says that has nothing to say. */
    private static final ServerToAgent NOTHING =
            ServerToAgent.newBuilder()
                    .setInstanceUid(ByteString.copyFrom(ONE.toBytes()))
                    .setCapabilities(0x1F)
                    .build();

    private final Desk desk = new Desk(DATABASE);
    private final Conversation conversation = desk.websocket();

    @AfterEach
    void close() {
        desk.close();
    }

    @AfterAll
    static void drop() {
        DATABASE.close();
    }

    private static AgentToServer.Builder message(long sequence) {
        return AgentToServer.newBuilder()
                .setInstanceUid(ByteString.copyFrom(ONE.toBytes()))
                .setSequenceNum(sequence)
                .setCapabilities(0x1);
    }

    private static AgentToServer described(long sequence) {
        return message(sequence)
                .setAgentDescription(
                        AgentDescription.newBuilder()
                                .addIdentifyingAttributes(
                                        KeyValue.newBuilder()
                                                .setKey("service.name")
                                                .setValue(
                                                        AnyValue.newBuilder()
                                                                .setStringValue("otelcol"))))
                .build();
    }

    private ServerToAgent answer(AgentToServer message) {
        return Desk.answer(conversation, message);
    }

    @Test
    void anAnswerWithNothingToSayHoldsTheUidAndTheCapabilities() {
        assertThat(answer(described(0))).isEqualTo(NOTHING);
        assertThat(answer(message(1).build())).isEqualTo(NOTHING);
    }

    @Test
    void aMessageThatComesTwiceIsAnsweredTwice() {
        answer(described(0));
        answer(message(1).build());

        ServerToAgent again = answer(message(1).build());

        // The number does not follow, so something may be missing.
        assertThat(again).isEqualTo(NOTHING.toBuilder().setFlags(Answers.FULL_STATE).build());
        assertThat(answer(described(1)))
                .isEqualTo(NOTHING.toBuilder().setFlags(Answers.FULL_STATE).build());
        assertThat(answer(message(2).build())).isEqualTo(NOTHING);
    }

    @Test
    void theLastMessageOfAnAgentIsAnsweredToo() {
        answer(described(0));

        AgentToServer last =
                message(1).setAgentDisconnect(AgentDisconnect.getDefaultInstance()).build();

        assertThat(answer(last)).isEqualTo(NOTHING);
    }

    @Test
    void customMessagesAreLeftAlone() {
        answer(described(0));
        AgentToServer custom =
                message(1)
                        .setCustomCapabilities(
                                CustomCapabilities.newBuilder().addCapabilities("com.example.chat"))
                        .setCustomMessage(
                                CustomMessage.newBuilder()
                                        .setCapability("com.example.chat")
                                        .setType("hello")
                                        .setData(ByteString.copyFromUtf8("there")))
                        .build();
        desk.database.takeStatements();

        assertThat(answer(custom)).isEqualTo(NOTHING);
        assertThat(desk.database.takeStatements()).isEmpty();
    }

    @Test
    void connectionSettingsAndCertificatesAreNotOfferedNorAnnounced() {
        assertThat(answer(described(0)).getCapabilities() & 0x60).isZero();
        AgentToServer request =
                message(1)
                        .setConnectionSettingsRequest(
                                ConnectionSettingsRequest.newBuilder()
                                        .setOpamp(
                                                OpAMPConnectionSettingsRequest.newBuilder()
                                                        .setCertificateRequest(
                                                                CertificateRequest.newBuilder()
                                                                        .setCsr(
                                                                                ByteString
                                                                                        .copyFromUtf8(
                                                                                                "csr")))))
                        .build();

        assertThat(answer(request)).isEqualTo(NOTHING);
    }

    @Test
    void fieldsOfALaterVersionAreSkippedAndItsCapabilitiesKept() {
        UnknownFieldSet later =
                UnknownFieldSet.newBuilder()
                        .addField(
                                1000,
                                UnknownFieldSet.Field.newBuilder()
                                        .addLengthDelimited(ByteString.copyFromUtf8("later"))
                                        .build())
                        .build();
        long capabilities = 0x1 | 1L << 40 | 1L << 63;

        ServerToAgent answer =
                answer(
                        described(0).toBuilder()
                                .setCapabilities(capabilities)
                                .setUnknownFields(later)
                                .build());

        assertThat(answer).isEqualTo(NOTHING);
        assertThat(desk.agent(ONE).description().capabilities()).isEqualTo(capabilities);
    }
}
