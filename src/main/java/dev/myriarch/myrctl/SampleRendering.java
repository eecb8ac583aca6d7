package dev.myriarch.myrctl;

import dev.myriarch.blueprint.ComponentSet;
import dev.myriarch.blueprint.RenderRequest;
import dev.myriarch.blueprint.RenderResult;
import dev.myriarch.gitops.Fleet;
import dev.myriarch.gitops.SampleAgent;
import dev.myriarch.gitops.Snapshot;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * What a sample agent would be offered.
 *
 * @param fleet empty when none configures it
 * @param text the fleet in a comment, then the configuration
 */
record SampleRendering(Optional<String> fleet, String text) {
    static SampleRendering of(
            Snapshot snapshot, SampleAgent sample, Optional<ComponentSet> components) {
        RenderRequest.AgentContext agent =
                snapshot.hypothetical(
                        sample.attributes(),
                        sample.labels(),
                        sample.components().or(() -> components));
        return switch (Membership.of(snapshot, sample.attributes(), agent.attributes())) {
            case Membership.None(String reason) ->
                    new SampleRendering(Optional.empty(), "# no fleet: %s\n".formatted(reason));
            case Membership.Member(Fleet fleet) ->
                    new SampleRendering(
                            Optional.of(fleet.name()),
                            "# fleet: %s\n%s"
                                    .formatted(fleet.name(), body(snapshot.render(fleet, agent))));
        };
    }

    private static String body(RenderResult result) {
        return switch (result) {
            case RenderResult.Rendered rendered ->
                    new String(rendered.body(), StandardCharsets.UTF_8);
            case RenderResult.Failed failed ->
                    "# no configuration: %s\n".formatted(failed.summary());
        };
    }
}
