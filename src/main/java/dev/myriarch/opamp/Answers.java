package dev.myriarch.opamp;

import com.google.protobuf.ByteString;
import dev.myriarch.base.Brand;
import dev.myriarch.domain.AgentId;
import dev.myriarch.domain.ConfigHash;
import dev.myriarch.opamp.proto.AgentConfigFile;
import dev.myriarch.opamp.proto.AgentConfigMap;
import dev.myriarch.opamp.proto.AgentIdentification;
import dev.myriarch.opamp.proto.AgentRemoteConfig;
import dev.myriarch.opamp.proto.RetryInfo;
import dev.myriarch.opamp.proto.ServerErrorResponse;
import dev.myriarch.opamp.proto.ServerErrorResponseType;
import dev.myriarch.opamp.proto.ServerToAgent;
import dev.myriarch.opamp.proto.ServerToAgentFlags;
import java.time.Duration;

/** Builds what goes to an agent. Every answer names the agent and our capabilities. */
final class Answers {
    static final long FULL_STATE = ServerToAgentFlags.ServerToAgentFlags_ReportFullState_VALUE;
    static final long COMPONENTS =
            ServerToAgentFlags.ServerToAgentFlags_ReportAvailableComponents_VALUE;

    private static final String CONTENT_TYPE = "text/yaml";

    private Answers() {}

    static ServerToAgent.Builder to(AgentId id) {
        return ServerToAgent.newBuilder()
                .setInstanceUid(ByteString.copyFrom(id.toBytes()))
                .setCapabilities(Capabilities.OF_SERVER);
    }

    /**
     * A configuration of exactly one file.
     *
     * @param body not empty: a map without content would stop the collector
     */
    static AgentRemoteConfig remoteConfig(ConfigHash hash, byte[] body) {
        AgentConfigFile file =
                AgentConfigFile.newBuilder()
                        .setBody(ByteString.copyFrom(body))
                        .setContentType(CONTENT_TYPE)
                        .build();
        return AgentRemoteConfig.newBuilder()
                .setConfig(AgentConfigMap.newBuilder().putConfigMap(Brand.CONFIG_KEY, file))
                .setConfigHash(ByteString.copyFrom(hash.toBytes()))
                .build();
    }

    /** The agent shall call itself {@code newId} from now on, and tell everything. */
    static ServerToAgent newIdentity(AgentId id, AgentId newId) {
        return to(id).setFlags(FULL_STATE)
                .setAgentIdentification(
                        AgentIdentification.newBuilder()
                                .setNewInstanceUid(ByteString.copyFrom(newId.toBytes())))
                .build();
    }

    /** Nothing but the error may be set beside the UID, which is echoed as it came. */
    static ServerToAgent badRequest(ByteString uid, String message) {
        return ServerToAgent.newBuilder()
                .setInstanceUid(uid)
                .setErrorResponse(
                        ServerErrorResponse.newBuilder()
                                .setType(ServerErrorResponseType.ServerErrorResponseType_BadRequest)
                                .setErrorMessage(message))
                .build();
    }

    static ServerToAgent unavailable(ByteString uid, Duration retryAfter) {
        return ServerToAgent.newBuilder()
                .setInstanceUid(uid)
                .setErrorResponse(
                        ServerErrorResponse.newBuilder()
                                .setType(
                                        ServerErrorResponseType.ServerErrorResponseType_Unavailable)
                                .setErrorMessage("the server cannot process messages right now")
                                .setRetryInfo(
                                        RetryInfo.newBuilder()
                                                .setRetryAfterNanoseconds(retryAfter.toNanos())))
                .build();
    }

    /** True when a message tells the agent more than that it was heard. */
    static boolean saysSomething(ServerToAgent.Builder answer) {
        return answer.getFlags() != 0
                || answer.hasRemoteConfig()
                || answer.hasPackagesAvailable()
                || answer.hasCommand()
                || answer.hasAgentIdentification();
    }
}
