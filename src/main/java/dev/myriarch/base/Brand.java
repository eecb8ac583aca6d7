package dev.myriarch.base;

/** Fixed identifiers of the product. */
public final class Brand {
    public static final String NAME = "myriarch";

    /** {@code apiVersion} of every object in a GitOps repository. */
    public static final String API_VERSION = "myriarch.dev/v1alpha1";

    /** The one key of the configuration map that is offered to an agent. */
    public static final String CONFIG_KEY = "myriarch.yaml";

    /** {@code service.name} of the host updater. */
    public static final String UPDATER_SERVICE_NAME = "myriarch-updater";

    /** {@code service.name} of the Operator's OpAMP Bridge in operator mode. */
    public static final String BRIDGE_SERVICE_NAME = "io.opentelemetry.operator-opamp-bridge";

    /** Attribute with which a Bridge tells its mode. */
    public static final String BRIDGE_MODE_ATTRIBUTE = "opentelemetry.io/opamp.bridge.mode";

    /** Attribute with which an updater names the instance UID of its collector. */
    public static final String COLLECTOR_UID_ATTRIBUTE = "dev.myriarch.collector.instance_uid";

    /** Attribute with which an updater tells where it reaches the server. */
    public static final String SERVER_ENDPOINT_ATTRIBUTE = "dev.myriarch.updater.server_endpoint";

    /** Component of an updater's health that tells its latest attempt to update. */
    public static final String UPDATE_COMPONENT = "dev.myriarch.update";

    /** Prefix of the steps below {@link #UPDATE_COMPONENT}. */
    public static final String UPDATE_STEP_PREFIX = "step:";

    /** Prefix of API tokens. */
    public static final String API_TOKEN_PREFIX = "myra_";

    /** Prefix of enrollment tokens. */
    public static final String ENROLLMENT_TOKEN_PREFIX = "myre_";

    /** Prefix of download tokens. */
    public static final String DOWNLOAD_TOKEN_PREFIX = "myrd_";

    private Brand() {}
}
