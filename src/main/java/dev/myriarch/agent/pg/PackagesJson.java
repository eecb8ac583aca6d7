package dev.myriarch.agent.pg;

import dev.myriarch.agent.PackageReport;
import dev.myriarch.base.Value;
import dev.myriarch.domain.ConfigHash;
import dev.myriarch.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * What an agent says of its packages as JSON: {@code {error, packages: {name: {version, hash,
 * offeredVersion, offeredHash, status, error, percent}}}}. The hash of all is a column.
 */
final class PackagesJson {
    private static final int WHOLE = 100;

    private PackagesJson() {}

    static Value write(PackageReport report) {
        Map<String, Value> packages = new LinkedHashMap<>();
        report.packages().forEach((name, state) -> packages.put(name, write(state)));
        return new Value.Mapping(
                Map.of("error", Value.of(report.error()), "packages", new Value.Mapping(packages)));
    }

    private static Value write(PackageReport.State state) {
        Map<String, Value> entries = new LinkedHashMap<>();
        entries.put("version", Value.of(state.version()));
        state.hash().ifPresent(hash -> entries.put("hash", Value.of(hash.hex())));
        entries.put("offeredVersion", Value.of(state.offeredVersion()));
        state.offeredHash().ifPresent(hash -> entries.put("offeredHash", Value.of(hash.hex())));
        entries.put("status", Value.of(state.status().text()));
        entries.put("error", Value.of(state.error()));
        state.percent().ifPresent(percent -> entries.put("percent", Value.of(percent)));
        return new Value.Mapping(entries);
    }

    static PackageReport read(String json, Optional<ConfigHash> offered) {
        JsonObject stored = JsonObject.readStored(json, "the packages of an agent");
        JsonObject packages = stored.object("packages");
        Map<String, PackageReport.State> states = new TreeMap<>();
        packages.entries().keySet().forEach(name -> states.put(name, state(packages.object(name))));
        return new PackageReport(offered, stored.text("error"), states);
    }

    private static PackageReport.State state(JsonObject json) {
        OptionalLong percent = json.optionalInteger("percent", 0, WHOLE);
        return new PackageReport.State(
                json.text("version"),
                json.optionalText("hash").map(ConfigHash::new),
                json.text("offeredVersion"),
                json.optionalText("offeredHash").map(ConfigHash::new),
                PackageReport.Status.of(json.text("status")),
                json.text("error"),
                percent.isPresent()
                        ? OptionalInt.of((int) percent.getAsLong())
                        : OptionalInt.empty());
    }
}
