package dev.myriarch.opamp;

import com.google.protobuf.ByteString;
import dev.myriarch.domain.AgentId;
import dev.myriarch.domain.ConfigHash;
import dev.myriarch.domain.RemoteConfigStatus;
import dev.myriarch.opamp.AgentMessage.ComponentsReport;
import dev.myriarch.opamp.AgentMessage.DescriptionReport;
import dev.myriarch.opamp.AgentMessage.EffectiveConfigReport;
import dev.myriarch.opamp.AgentMessage.HealthReport;
import dev.myriarch.opamp.AgentMessage.RemoteConfigReport;
import dev.myriarch.opamp.AgentMessage.Report;
import dev.myriarch.opamp.proto.AgentConfigFile;
import dev.myriarch.opamp.proto.AgentToServer;
import dev.myriarch.opamp.proto.AgentToServerFlags;
import dev.myriarch.opamp.proto.AvailableComponents;
import dev.myriarch.opamp.proto.ComponentDetails;
import dev.myriarch.opamp.proto.EffectiveConfig;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Turns wire messages into ours. Immutable. */
final class MessageMapper {
    private static final int UID_BYTES = 16;
    private static final int MAX_HASH_BYTES = 64;
    private static final int MAX_KINDS = 32;
    private static final int MAX_COMPONENTS_PER_KIND = 1000;
    private static final int MAX_COMPONENT_NAME = 128;
    private static final int MAX_CONTENT_TYPE = 128;
    private static final String YAML = "text/yaml";

    private final SecretRedactor redactor;
    private final long maxEffectiveConfigBytes;

    MessageMapper(SecretRedactor redactor, long maxEffectiveConfigBytes) {
        this.redactor = redactor;
        this.maxEffectiveConfigBytes = maxEffectiveConfigBytes;
    }

    /** Empty when the instance UID is not 16 bytes, or all of them are zero. */
    Optional<AgentMessage> map(AgentToServer message) {
        return id(message.getInstanceUid())
                .map(id ->
                        new AgentMessage(
                                id,
                                message.getSequenceNum(),
                                message.getCapabilities(),
                                Capabilities.has(
                                        message.getFlags(),
                                        AgentToServerFlags
                                                .AgentToServerFlags_RequestInstanceUid_VALUE),
                                message.hasAgentDisconnect(),
                                report(message)));
    }

    private static Optional<AgentId> id(ByteString uid) {
        return uid.size() == UID_BYTES
                ? AgentId.ofBytes(uid.toByteArray())
                        .filter(id ->
                                id.uuid().getMostSignificantBits() != 0
                                        || id.uuid().getLeastSignificantBits() != 0)
                : Optional.empty();
    }

    private Report report(AgentToServer message) {
        return new Report(
                message.hasAgentDescription()
                        ? Optional.of(
                                new DescriptionReport(
                                        AttributeText.keep(
                                                message.getAgentDescription()
                                                        .getIdentifyingAttributesList(),
                                                redactor),
                                        AttributeText.keep(
                                                message.getAgentDescription()
                                                        .getNonIdentifyingAttributesList(),
                                                redactor)))
                        : Optional.empty(),
                message.hasHealth() ? health(message) : Optional.empty(),
                message.hasEffectiveConfig()
                        ? effectiveConfig(message.getEffectiveConfig())
                        : Optional.empty(),
                message.hasRemoteConfigStatus() ? remoteConfig(message) : Optional.empty(),
                message.hasAvailableComponents()
                        ? components(message.getAvailableComponents())
                        : Optional.empty(),
                message.hasPackageStatuses()
                        ? Optional.of(PackageStates.of(message.getPackageStatuses(), redactor))
                        : Optional.empty());
    }

    /**
     * A health message without any field says nothing: a supervisor sends it with every first
     * message, also while its collector runs well.
     */
    private Optional<HealthReport> health(AgentToServer message) {
        if (message.getHealth().getSerializedSize() == 0) {
            return Optional.empty();
        }
        return Optional.of(
                new HealthReport(
                        message.getHealth().getHealthy(),
                        HealthTree.of(message.getHealth(), redactor)));
    }

    private Optional<RemoteConfigReport> remoteConfig(AgentToServer message) {
        var reported = message.getRemoteConfigStatus();
        RemoteConfigStatus status =
                switch (reported.getStatus()) {
                    case RemoteConfigStatuses_APPLIED -> RemoteConfigStatus.APPLIED;
                    case RemoteConfigStatuses_APPLYING -> RemoteConfigStatus.APPLYING;
                    case RemoteConfigStatuses_FAILED -> RemoteConfigStatus.FAILED;
                    case RemoteConfigStatuses_UNSET, UNRECOGNIZED -> RemoteConfigStatus.UNSET;
                };
        return Optional.of(
                new RemoteConfigReport(
                        hash(reported.getLastRemoteConfigHash()),
                        status,
                        AttributeText.redacted(reported.getErrorMessage(), redactor)));
    }

    /** An empty body is none: the supervisor sends one before its collector has reported. */
    private Optional<EffectiveConfigReport> effectiveConfig(EffectiveConfig config) {
        Map<String, AgentConfigFile> files = new TreeMap<>(config.getConfigMap().getConfigMapMap());
        files.values().removeIf(file -> file.getBody().isEmpty());
        long size = files.values().stream().mapToLong(file -> file.getBody().size()).sum();
        if (files.isEmpty() || size > maxEffectiveConfigBytes) {
            return Optional.empty();
        }
        String type = files.values().iterator().next().getContentType();
        String contentType = type.isEmpty() || type.length() > MAX_CONTENT_TYPE ? YAML : type;
        byte[] body = text(files).getBytes(StandardCharsets.UTF_8);
        return Optional.of(new EffectiveConfigReport(ConfigHash.of(body), body, contentType));
    }

    /** One file as it is; several as documents in the order in which a supervisor merges them. */
    private String text(Map<String, AgentConfigFile> files) {
        if (files.size() == 1) {
            return text(files.values().iterator().next());
        }
        StringBuilder text = new StringBuilder();
        files.forEach((name, file) -> {
            String comment = redactor.redactMessage(name).replaceAll("\\p{Cntrl}", " ");
            text.append("--- # ").append(comment).append('\n');
            text.append(text(file));
            if (text.charAt(text.length() - 1) != '\n') {
                text.append('\n');
            }
        });
        return text.toString();
    }

    private String text(AgentConfigFile file) {
        return redactor.redactConfig(file.getBody().toStringUtf8());
    }

    private static Optional<ComponentsReport> components(AvailableComponents available) {
        return hash(available.getHash())
                .map(hash ->
                        new ComponentsReport(
                                hash,
                                available.getComponentsCount() == 0
                                        ? Optional.empty()
                                        : Optional.of(types(available.getComponentsMap()))));
    }

    private static Map<String, List<String>> types(Map<String, ComponentDetails> kinds) {
        Map<String, List<String>> types = new TreeMap<>();
        kinds.forEach((kind, details) -> {
            if (kind.length() <= MAX_COMPONENT_NAME && types.size() < MAX_KINDS) {
                types.put(
                        kind,
                        details.getSubComponentMapMap().keySet().stream()
                                .filter(type -> type.length() <= MAX_COMPONENT_NAME)
                                .sorted()
                                .limit(MAX_COMPONENTS_PER_KIND)
                                .toList());
            }
        });
        return types;
    }

    /** Hashes are opaque; one that is longer than any digest is none. */
    static Optional<ConfigHash> hash(ByteString bytes) {
        return bytes.isEmpty() || bytes.size() > MAX_HASH_BYTES
                ? Optional.empty()
                : Optional.of(ConfigHash.ofBytes(bytes.toByteArray()));
    }
}
