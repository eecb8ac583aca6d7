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

    /** Prefix of API tokens. */
    public static final String API_TOKEN_PREFIX = "myra_";

    /** Prefix of enrollment tokens. */
    public static final String ENROLLMENT_TOKEN_PREFIX = "myre_";

    private Brand() {}
}
