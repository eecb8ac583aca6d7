package dev.myriarch.myrctl;

import dev.myriarch.base.Value;
import dev.myriarch.blueprint.Chain;
import dev.myriarch.blueprint.Finding;
import dev.myriarch.blueprint.Origin;
import dev.myriarch.blueprint.Parameter;
import dev.myriarch.blueprint.ParameterValue;
import dev.myriarch.blueprint.RenderResult;
import dev.myriarch.gitops.Fleet;
import dev.myriarch.gitops.Snapshot;
import dev.myriarch.json.Json;
import dev.myriarch.yaml.YamlException;
import dev.myriarch.yaml.YamlLimits;
import dev.myriarch.yaml.YamlNode;
import dev.myriarch.yaml.YamlReader;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prints what an agent would be offered. */
@Command(
        name = "render",
        description = {
            "Prints the configuration that the server would offer an agent, byte for byte.",
            "Exit codes: 0 rendered, 1 no fleet or no configuration, 2 wrong usage or trouble."
        },
        mixinStandardHelpOptions = true,
        versionProvider = MyrctlVersion.class)
final class RenderCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Mixin private final RepositoryOptions repository = new RepositoryOptions();
    @Mixin private final AgentOptions agents = new AgentOptions();
    @Mixin private final AnswerOption answer = new AnswerOption();

    @Option(
            names = "--fleet",
            paramLabel = "NAME",
            description = "Renders for this fleet, whether it selects the agent or not.")
    private @Nullable String fleetName;

    @Option(
            names = "--param",
            paramLabel = "KEY=VALUE",
            description =
                    "A parameter value that wins over all others; YAML, except for strings. May"
                            + " repeat.")
    private Map<String, String> parameters = new LinkedHashMap<>();

    RenderCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        boolean json = answer.isJson("yaml");
        Snapshot snapshot = repository.read(surroundings).snapshot("render");
        AgentOptions.Agent agent = agents.agent(snapshot, repository.components(surroundings));
        Fleet fleet = fleet(snapshot, agent);
        RenderResult result = snapshot.render(fleet, agent.context(), overrides(snapshot, fleet));
        return switch (result) {
            case RenderResult.Failed(List<Finding> findings) -> {
                findings.forEach(this::explain);
                yield CommandException.NEGATIVE;
            }
            case RenderResult.Rendered rendered -> {
                rendered.warnings().forEach(this::explain);
                if (json) {
                    surroundings.out().println(Json.write(value(snapshot, fleet, rendered)));
                } else {
                    surroundings.out().print(text(rendered));
                }
                yield 0;
            }
        };
    }

    private static String text(RenderResult.Rendered rendered) {
        return new String(rendered.body(), StandardCharsets.UTF_8);
    }

    private Fleet fleet(Snapshot snapshot, AgentOptions.Agent agent) {
        if (fleetName != null) {
            String name = fleetName;
            return snapshot.fleet(name)
                    .orElseThrow(() ->
                            CommandException.trouble(
                                    AgentOptions.notFound(
                                            "fleet",
                                            name,
                                            snapshot.fleets().stream().map(Fleet::name).toList())));
        }
        return switch (Membership.of(snapshot, agent.reported(), agent.context().attributes())) {
            case Membership.Member(Fleet fleet) -> fleet;
            case Membership.None(String reason) ->
                    throw CommandException.negative(
                            reason + "; \"myrctl match\" says why, --fleet renders for one anyway");
        };
    }

    private Map<String, ParameterValue> overrides(Snapshot snapshot, Fleet fleet) {
        Map<String, Parameter> declared =
                snapshot.blueprints()
                        .chain(fleet.blueprint())
                        .map(Chain::parameters)
                        .orElse(Map.of());
        Map<String, ParameterValue> overrides = new HashMap<>();
        parameters.forEach((name, text) ->
                overrides.put(
                        name,
                        new ParameterValue(
                                value(Optional.ofNullable(declared.get(name)), name, text),
                                Origin.NONE)));
        return overrides;
    }

    /** A string as it is; 007 must not become a number on the way to a string. */
    private static Value value(Optional<Parameter> declared, String name, String text) {
        if (declared.isEmpty() || declared.get().type() == Parameter.Type.STRING) {
            return Value.of(text);
        }
        try {
            List<YamlNode> documents = YamlReader.read(text, YamlLimits.defaults());
            return documents.isEmpty() ? Value.ofNull() : documents.getFirst().toValue();
        } catch (YamlException e) {
            throw CommandException.trouble(
                    "the value of --param %s is no YAML: %s".formatted(name, e.getMessage()));
        }
    }

    private void explain(Finding finding) {
        Origin origin = finding.origin();
        String place =
                origin.file().isEmpty()
                        ? ""
                        : "%s:%d:%d: ".formatted(origin.file(), origin.line(), origin.column());
        String about = (origin.object() + " " + origin.path()).strip();
        surroundings
                .err()
                .println(
                        "%s%s %s: %s%s"
                                .formatted(
                                        place,
                                        finding.isError() ? "error" : "warning",
                                        finding.code(),
                                        finding.message(),
                                        about.isEmpty() ? "" : " [" + about + "]")
                                .replaceAll("\\p{Cntrl}", "?"));
    }

    private static Value value(Snapshot snapshot, Fleet fleet, RenderResult.Rendered rendered) {
        Map<String, Value> fields = new LinkedHashMap<>();
        fields.put("formatVersion", Value.of("1.0"));
        fields.put("revision", Value.of(snapshot.revision()));
        fields.put("fleet", Value.of(fleet.name()));
        fields.put("blueprint", Value.of(fleet.blueprint()));
        fields.put("hash", Value.of(rendered.hash().toString()));
        fields.put("layers", Value.ofTexts(rendered.layers()));
        fields.put("parameterSources", Value.ofTexts(rendered.sourceTexts()));
        fields.put("unchecked", Value.ofTexts(rendered.unchecked()));
        fields.put("config", Value.of(text(rendered)));
        return new Value.Mapping(fields);
    }
}
