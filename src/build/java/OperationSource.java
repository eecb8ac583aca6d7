import java.util.List;
import java.util.Locale;

/** Source text of the enum of operations. */
final class OperationSource {
    private OperationSource() {}

    static String of(List<ApiModel.Operation> operations) {
        StringBuilder constants = new StringBuilder();
        String separator = "";
        for (ApiModel.Operation operation : operations) {
            constants.append(separator).append(constant(operation));
            separator = ",\n";
        }
        return HEAD + constants + TAIL;
    }

    private static String constant(ApiModel.Operation operation) {
        StringBuilder text = new StringBuilder();
        text.append("    /** {@code ")
                .append(operation.method())
                .append(' ')
                .append(operation.pattern())
                .append("} */\n    ")
                .append(constantName(operation.operationId()))
                .append("(\n            ")
                .append(Java.quote(operation.method()))
                .append(",\n            ")
                .append(Java.quote(operation.pattern()))
                .append(",\n            ")
                .append(Java.quote(operation.operationId()))
                .append(",\n            ")
                .append(Java.quote(operation.permission()))
                .append(",\n            List.of(");
        String separator = "\n                    ";
        for (ApiModel.Parameter parameter : operation.query()) {
            text.append(separator).append(parameter(parameter));
            separator = ",\n                    ";
        }
        return text.append("))").toString();
    }

    private static String parameter(ApiModel.Parameter parameter) {
        String fallback =
                parameter
                        .fallback()
                        .map(value -> "Optional.of(" + Java.quote(value) + ")")
                        .orElse("Optional.empty()");
        String bounds =
                switch (parameter.type()) {
                    case ApiModel.Type.Text(int maxLength, List<String> allowed) ->
                            "new Parameter.Text("
                                    + Math.min(maxLength, 1000)
                                    + ", "
                                    + Java.listOf(allowed)
                                    + ")";
                    case ApiModel.Type.Number(_, long minimum, long maximum) ->
                            "new Parameter.Whole(" + minimum + "L, " + maximum + "L)";
                    default -> throw new IllegalStateException("checked by the reader");
                };
        return "new Parameter("
                + Java.quote(parameter.name())
                + ", "
                + bounds
                + ", "
                + parameter.repeated()
                + ", "
                + fallback
                + ")";
    }

    private static String constantName(String operationId) {
        return operationId.replaceAll("([a-z0-9])([A-Z])", "$1_$2").toUpperCase(Locale.ROOT);
    }

    private static final String HEAD =
            """
            // Generated from api/openapi.yaml; changes are lost.
            package dev.myriarch.gen;

            import java.util.List;
            import java.util.Optional;

            /** The operations of the REST API, in the order of the document. */
            public enum Operation {
            """;

    private static final String TAIL =
            """
            ;

                private final String method;
                private final String pattern;
                private final String operationId;
                private final String permission;
                private final List<Parameter> query;

                Operation(
                        String method,
                        String pattern,
                        String operationId,
                        String permission,
                        List<Parameter> query) {
                    this.method = method;
                    this.pattern = pattern;
                    this.operationId = operationId;
                    this.permission = permission;
                    this.query = query;
                }

                /** HTTP method in upper case. */
                public String method() {
                    return method;
                }

                /** Path below the base path, with {@code {name}} for a segment. */
                public String pattern() {
                    return pattern;
                }

                public String operationId() {
                    return operationId;
                }

                /** {@code public}, {@code custom} or the permission that the caller needs. */
                public String permission() {
                    return permission;
                }

                /** The query parameters that the operation understands. */
                public List<Parameter> query() {
                    return query;
                }
            }
            """;
}
