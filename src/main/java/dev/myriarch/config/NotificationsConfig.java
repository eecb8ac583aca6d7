package dev.myriarch.config;

import java.util.List;
import java.util.Optional;

/** Section {@code notifications}. */
public record NotificationsConfig(List<Channel> channels) {

    /**
     * @param type webhook, teams or slack
     * @param urlFile the address is a secret, as whoever has it can write to the channel
     * @param events names or prefixes ending in {@code .*}
     * @param minSeverity info, warning or error
     */
    public record Channel(
            String name,
            String type,
            Optional<SecretFile> urlFile,
            Optional<SecretFile> secretFile,
            List<String> events,
            String minSeverity) {
        public Channel {
            events = List.copyOf(events);
        }

        static Channel decode(Section section) {
            return new Channel(
                    section.text("name", ""),
                    section.choice("type", "webhook", List.of("webhook", "teams", "slack")),
                    section.secretFile("urlFile"),
                    section.secretFile("secretFile"),
                    section.texts("events", List.of("*")),
                    section.choice("minSeverity", "info", List.of("info", "warning", "error")));
        }
    }

    public NotificationsConfig {
        channels = List.copyOf(channels);
    }

    static NotificationsConfig decode(Section section) {
        return new NotificationsConfig(section.sections("channels", Channel::decode));
    }
}
