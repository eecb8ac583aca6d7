package dev.myriarch.opamp;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.myriarch.agent.AgentEvent;
import dev.myriarch.agent.PackageReport;
import dev.myriarch.domain.AgentId;
import dev.myriarch.domain.ConfigHash;
import dev.myriarch.opamp.proto.AgentDescription;
import dev.myriarch.opamp.proto.AgentToServer;
import dev.myriarch.opamp.proto.PackageDownloadDetails;
import dev.myriarch.opamp.proto.PackageStatus;
import dev.myriarch.opamp.proto.PackageStatusEnum;
import dev.myriarch.opamp.proto.PackageStatuses;
import dev.myriarch.testing.TestDatabase;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What an updater says of its packages. */
class PackageStatusPgTest {
    private static final TestDatabase DATABASE = TestDatabase.create();
    private static final AgentId ID = new AgentId(new UUID(13, 1));
    private static final ByteString ALL = ByteString.copyFrom(new byte[] {1, 2});
    private static final ByteString OLD = ByteString.copyFrom(new byte[] {3, 4});
    private static final ByteString NEW = ByteString.copyFrom(new byte[] {5, 6});

    private final Desk desk = new Desk(DATABASE);
    private final Conversation conversation = desk.websocket();
    private long sequence;

    @AfterEach
    void close() {
        desk.close();
    }

    @AfterAll
    static void drop() {
        DATABASE.close();
    }

    private AgentToServer.Builder message() {
        return AgentToServer.newBuilder()
                .setInstanceUid(ByteString.copyFrom(ID.toBytes()))
                .setSequenceNum(sequence++)
                .setCapabilities(0x19);
    }

    private void register() {
        Desk.answer(
                conversation,
                message().setAgentDescription(AgentDescription.getDefaultInstance()).build());
    }

    private void say(PackageStatus status) {
        PackageStatuses statuses =
                PackageStatuses.newBuilder()
                        .putPackages(status.getName(), status)
                        .setServerProvidedAllPackagesHash(ALL)
                        .build();
        assertThat(
                        Desk.answer(conversation, message().setPackageStatuses(statuses).build())
                                .hasPackagesAvailable())
                .isFalse();
    }

    private static PackageStatus.Builder status(PackageStatusEnum status) {
        return PackageStatus.newBuilder()
                .setAgentHasVersion("v0.162.0")
                .setAgentHasHash(OLD)
                .setServerOfferedVersion("v0.163.0")
                .setServerOfferedHash(NEW)
                .setStatus(status);
    }

    private static PackageStatus downloading(double percent) {
        return status(PackageStatusEnum.PackageStatusEnum_Downloading)
                .setDownloadDetails(PackageDownloadDetails.newBuilder().setDownloadPercent(percent))
                .build();
    }

    private PackageReport stored() {
        return desk.agent(ID).reported().packages().orElseThrow();
    }

    private PackageReport.State state(String name) {
        return Optional.ofNullable(stored().packages().get(name)).orElseThrow();
    }

    private List<String> texts() {
        return desk.store.events(ID, 100).reversed().stream()
                .filter(event -> event.type().equals("package_status_changed"))
                .map(AgentEvent::text)
                .toList();
    }

    @Test
    void statusesAreStoredAndTheirChangesAreEvents() {
        register();
        assertThat(desk.agent(ID).reported().packages()).isEmpty();
        say(downloading(12.7));
        assertThat(stored())
                .isEqualTo(
                        new PackageReport(
                                Optional.of(new ConfigHash("0102")),
                                "",
                                Map.of(
                                        "",
                                        new PackageReport.State(
                                                "v0.162.0",
                                                Optional.of(new ConfigHash("0304")),
                                                "v0.163.0",
                                                Optional.of(new ConfigHash("0506")),
                                                PackageReport.Status.DOWNLOADING,
                                                "",
                                                OptionalInt.of(12)))));
        say(downloading(80));
        assertThat(state("").percent()).hasValue(80);
        say(
                status(PackageStatusEnum.PackageStatusEnum_InstallFailed)
                        .setErrorMessage("the signature is that of somebody else")
                        .build());
        say(status(PackageStatusEnum.PackageStatusEnum_Installed).build());
        assertThat(state("").status()).isEqualTo(PackageReport.Status.INSTALLED);
        assertThat(texts())
                .containsExactly(
                        "package of the agent itself v0.163.0: downloading",
                        "package of the agent itself v0.163.0: install failed: the signature is"
                                + " that of somebody else",
                        "package of the agent itself v0.163.0: installed");
    }

    @Test
    void whatIsNoNewsAsksTheDatabaseNothing() {
        register();
        say(downloading(12.1));
        desk.database.takeStatements();
        // Less than a whole percent, and nothing at all.
        say(downloading(12.9));
        Desk.answer(conversation, message().build());
        assertThat(desk.database.takeStatements()).isEmpty();
        assertThat(state("").percent()).hasValue(12);

        // Nor does a new connection tell what was told before.
        Conversation next = desk.websocket();
        Desk.answer(next, message().build());
        Desk.answer(
                next,
                message()
                        .setPackageStatuses(
                                PackageStatuses.newBuilder()
                                        .putPackages("", downloading(12.3))
                                        .setServerProvidedAllPackagesHash(ALL))
                        .build());
        assertThat(texts()).hasSize(1);
    }

    @Test
    void whatAnAgentSaysIsBoundedAndRedacted() {
        register();
        PackageStatuses.Builder statuses = PackageStatuses.newBuilder();
        for (int i = 0; i < 1000; i++) {
            statuses.putPackages("package" + i, PackageStatus.getDefaultInstance());
        }
        statuses.putPackages("a".repeat(1000), PackageStatus.getDefaultInstance());
        statuses.putPackages(
                "a",
                downloading(Double.NaN).toBuilder()
                        .setAgentHasVersion("v".repeat(1000))
                        .setErrorMessage("GET https://bob:hunter2@example.com/x: 404")
                        .build());
        Desk.answer(conversation, message().setPackageStatuses(statuses).build());
        assertThat(stored().packages()).hasSize(20);
        PackageReport.State state = state("a");
        assertThat(state.version()).hasSize(128);
        assertThat(state.error()).contains("example.com").doesNotContain("hunter2");
        assertThat(state.percent()).isEmpty();
    }
}
