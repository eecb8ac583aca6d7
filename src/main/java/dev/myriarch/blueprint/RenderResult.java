package dev.myriarch.blueprint;

import dev.myriarch.domain.ConfigHash;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A configuration, or why there is none. */
public sealed interface RenderResult {
    /**
     * @param body canonical YAML
     * @param hash SHA-256 of {@code body}
     * @param layers what was merged, such as {@code base}, {@code base#fragment}
     * @param parameterSources who gave each parameter its value
     * @param unchecked components whose settings are described for no release near that of the
     *     collector, such as {@code receiver snmp}; all when the release is not known
     */
    record Rendered(
            byte[] body,
            ConfigHash hash,
            List<String> layers,
            Map<String, ParameterValue.Source> parameterSources,
            List<Finding> warnings,
            List<String> unchecked)
            implements RenderResult {
        public Rendered {
            layers = List.copyOf(layers);
            parameterSources = Map.copyOf(parameterSources);
            warnings = List.copyOf(warnings);
            unchecked = List.copyOf(unchecked);
        }

        /** The sources as text, sorted by parameter. */
        public Map<String, String> sourceTexts() {
            Map<String, String> texts = new TreeMap<>();
            parameterSources.forEach((name, source) -> texts.put(name, source.text()));
            return texts;
        }
    }

    /**
     * @param findings at least one error, in the order in which they were found
     */
    record Failed(List<Finding> findings) implements RenderResult {
        private static final int MAX_LINE = 500;

        public Failed {
            findings = List.copyOf(findings);
        }

        /** The errors in one text: what, file, line and path of each; bounded. */
        public String summary() {
            return findings.stream()
                    .filter(Finding::isError)
                    .limit(5)
                    .map(Failed::line)
                    .collect(Collectors.joining("; "));
        }

        private static String line(Finding finding) {
            Origin origin = finding.origin();
            String place =
                    origin.file().isEmpty()
                            ? ""
                            : " (%s:%d %s)".formatted(origin.file(), origin.line(), origin.path());
            return shortened(finding.code() + ": " + finding.message() + place);
        }

        /** Paths hold keys of the author, which may be long or odd. */
        private static String shortened(String line) {
            String clean = line.replaceAll("\\p{Cntrl}", "?");
            return clean.length() <= MAX_LINE ? clean : clean.substring(0, MAX_LINE) + "…";
        }
    }
}
