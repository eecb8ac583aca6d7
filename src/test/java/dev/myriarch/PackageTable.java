package dev.myriarch;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Which package may use which, each edge with its reason. The page docs/develop/architecture.md
 * explains the cut.
 */
final class PackageTable {
    static final String ROOT = "dev.myriarch";

    /** One package and what it may use besides the JDK. */
    record Rule(String name, Map<String, String> mayUse, Set<String> libraries) {
        /** This rule with more edges, each {@code package: reason}. */
        Rule and(String... edges) {
            Map<String, String> all = new TreeMap<>(mayUse);
            for (String edge : edges) {
                int colon = edge.indexOf(':');
                all.put(edge.substring(0, colon), edge.substring(colon + 1).strip());
            }
            return new Rule(name, all, libraries);
        }

        /** This rule with the libraries that the package may use, by package prefix. */
        Rule with(String... prefixes) {
            return new Rule(name, mayUse, Set.of(prefixes));
        }
    }

    private PackageTable() {}

    static List<Rule> rules() {
        return List.of(
                rule("base"),
                rule("json", "base: values").with("com.google.gson"),
                rule("yaml", "base: values and grammars").with("org.snakeyaml"),
                rule("metrics", "base: grammars").with("com.sun.management", "jdk.management"),
                rule(
                        "config",
                        "base: sizes, durations, secrets",
                        "yaml: the settings file is YAML"),
                rule(
                                "db",
                                "base: digests and errors",
                                "json: values become columns",
                                "metrics: the pool counts its connections")
                        .with("org.postgresql", "org.tukaani"),
                rule("http", "base: errors", "json: bodies and problems", "metrics: requests"),
                rule("websocket", "base: errors", "http: upgrades a connection"),
                rule("template", "base: values and grammars"),
                rule("domain", "base: identifiers and grammars"),
                rule(
                        "cluster",
                        "base: identifiers",
                        "domain: events name agents",
                        "metrics: dropped events are counted"),
                adapter(
                        "cluster.pg",
                        "cluster",
                        "db: sessions outside the pool",
                        "metrics: what the bus drops and ignores is counted"),
                core("agent"),
                adapter("agent.pg", "agent", "db: its SQL"),
                api(
                        "agent.api",
                        "agent",
                        "assignment: rendered configurations are shown and explained",
                        "blueprint: says where each value comes from",
                        "gitops: says why a fleet takes an agent"),
                core("blueprint").with("com.google.re2j"),
                core("gitops", "blueprint: a snapshot holds blueprints and renders samples")
                        .with("com.google.re2j"),
                adapter(
                        "gitops.pg",
                        "gitops",
                        "blueprint: objects are stored with where they begin",
                        "db: its SQL"),
                adapter("gitops.io", "gitops"),
                api("gitops.api", "gitops", "blueprint: shows where a fleet begins"),
                core(
                        "assignment",
                        "gitops: fleets and inventory of the active snapshot",
                        "blueprint: renders the configuration",
                        "agent: the agent that is assigned"),
                adapter(
                        "assignment.pg",
                        "assignment",
                        "agent: hashes and assignments are columns of the agent",
                        "agent.pg: events of a change, written with it",
                        "db: its SQL"),
                core("rollout"),
                adapter("rollout.pg", "rollout", "db: its SQL"),
                core("release"),
                adapter("release.pg", "release", "db: its SQL"),
                core("artifact"),
                adapter("artifact.pg", "artifact", "db: its SQL"),
                core("retention"),
                adapter("retention.pg", "retention", "db: its SQL"),
                core("audit"),
                adapter("audit.pg", "audit", "db: its SQL"),
                core("auth", "audit: logins are recorded"),
                adapter("auth.pg", "auth", "db: its SQL"),
                api("auth.api", "auth"),
                core("live"),
                api("live.api", "live"),
                rule("system", "base: identifiers"),
                adapter("system.pg", "system", "db: its SQL"),
                api("system.api", "system"),
                rule("gen", "base: values and errors", "json: bodies"),
                rule(
                                "myrctl",
                                "base: values",
                                "domain: attribute views, and why a Bridge is locked",
                                "json: answers for programs",
                                "yaml: lists of components, values of parameters, formatting",
                                "blueprint: what a rendering gives",
                                "gitops: the checks of the server",
                                "gitops.io: reads the folder as the server does")
                        .with("picocli"),
                rule(
                                "opamp",
                                "base: values and identifiers",
                                "json: attribute texts",
                                "yaml: redacts effective configurations",
                                "metrics: connections and messages are counted",
                                "domain: identifiers and statuses",
                                "cluster: pushes follow events",
                                "agent: what agents report is stored",
                                "audit: refused claims and held-back configurations are recorded",
                                "artifact: updaters are offered packages",
                                "assignment: registration assigns",
                                "auth: agents present credentials",
                                "http: the endpoint",
                                "websocket: the transport")
                        .with("com.google.protobuf", "com.google.re2j"));
    }

    /** A core of a capability: no I/O, no clock, no log. */
    private static Rule core(String name, String... more) {
        return rule(
                        name,
                        "base: values",
                        "domain: identifiers",
                        "json: details are JSON",
                        "yaml: configurations are YAML",
                        "template: texts with expressions",
                        "cluster: events and leadership")
                .and(more);
    }

    private static Rule adapter(String name, String core, String... more) {
        return rule(
                        name,
                        core + ": implements its ports",
                        "base: values",
                        "domain: identifiers",
                        "json: columns and files",
                        "yaml: files")
                .and(more);
    }

    private static Rule api(String name, String core, String... more) {
        return rule(
                        name,
                        core + ": its records",
                        "base: errors",
                        "domain: identifiers",
                        "json: bodies",
                        "cluster: asks the leader",
                        "gen: the records of the contract",
                        "http: requests and answers",
                        "auth: who asks",
                        "audit: who did what")
                .and(more);
    }

    private static Rule rule(String name, String... edges) {
        return new Rule(name, Map.of(), Set.of()).and(edges);
    }

    /** Rules of {@code name}: the package and everything below it that has no rule of its own. */
    static String fullName(String name) {
        return ROOT + "." + name;
    }
}
