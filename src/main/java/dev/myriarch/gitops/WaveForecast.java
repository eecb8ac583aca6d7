package dev.myriarch.gitops;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * In which wave of a rollout an agent would be, as far as that is settled before the rollout: waves
 * of a share are drawn when it is created.
 *
 * @param policy name of the policy
 * @param waves in order, up to the one that takes the agent in any case
 */
public record WaveForecast(String policy, List<Wave> waves) {
    public WaveForecast {
        waves = List.copyOf(waves);
    }

    /** Whether a wave takes the agent. */
    public enum Answer {
        YES("yes"),
        PERHAPS("perhaps"),
        NO("no");

        private final String text;

        Answer(String text) {
            this.text = text;
        }

        /** Spelling for people and in answers. */
        public String text() {
            return text;
        }
    }

    /**
     * @param answer yes: it does, unless a wave before that says perhaps has taken the agent
     * @param reason a phrase for people
     */
    public record Wave(String name, Answer answer, String reason) {}

    /**
     * @param policy of the fleet
     * @param view attribute view of the agent
     */
    public static WaveForecast of(Snapshot snapshot, String policy, Map<String, String> view) {
        Optional<RolloutPolicy> known = snapshot.policy(policy);
        List<RolloutPolicy.Wave> declared = known.map(RolloutPolicy::waves).orElse(List.of());
        List<Wave> waves = new ArrayList<>();
        boolean drawn = false;
        for (RolloutPolicy.Wave wave : declared) {
            Wave forecast = forecast(wave, view, drawn);
            waves.add(forecast);
            if (forecast.answer() == Answer.YES) {
                return new WaveForecast(policy, waves);
            }
            drawn |= forecast.answer() == Answer.PERHAPS;
        }
        waves.add(
                new Wave(
                        declared.isEmpty() ? "all" : "rest",
                        Answer.YES,
                        declared.isEmpty() ? "it is the only wave" : "takes what is left"));
        return new WaveForecast(policy, waves);
    }

    private static Wave forecast(RolloutPolicy.Wave wave, Map<String, String> view, boolean drawn) {
        String unless = drawn ? ", unless a wave before it has" : "";
        if (wave.selector().isPresent()) {
            List<String> misses = wave.selector().get().misses(view);
            return misses.isEmpty()
                    ? new Wave(wave.name(), Answer.YES, "its selector takes the agent" + unless)
                    : new Wave(wave.name(), Answer.NO, String.join("; ", misses));
        }
        int percent = wave.percent().orElse(100);
        return percent == 100
                ? new Wave(wave.name(), Answer.YES, "takes what is left")
                : new Wave(
                        wave.name(),
                        Answer.PERHAPS,
                        "up to %d %% of all agents, drawn when the rollout is created"
                                .formatted(percent));
    }
}
