package dev.myriarch;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.myriarch.PackageTable.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** Holds the layout of docs/develop/architecture.md against the classes. */
class ArchitectureTest {
    /** May use everything: they put the parts together. */
    private static final Set<String> COMPOSITION_ROOTS = Set.of("app");

    private static final JavaClasses CLASSES =
            new ClassFileImporter()
                    .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                    .importPackages(PackageTable.ROOT);

    private static final Map<String, Rule> RULES =
            PackageTable.rules().stream()
                    .collect(
                            Collectors.toMap(
                                    Rule::name, rule -> rule, (one, _) -> one, TreeMap::new));

    @Test
    void everyPackageUsesOnlyWhatTheTableAllows() {
        Set<String> violations = new TreeSet<>();
        for (JavaClass type : CLASSES) {
            Optional<Rule> rule = ruleOf(type.getPackageName());
            if (rule.isEmpty()) {
                continue;
            }
            for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                String target = dependency.getTargetClass().getBaseComponentType().getPackageName();
                if (!allowed(rule.get(), target)) {
                    violations.add(rule.get().name() + " uses " + target + ": " + type.getName());
                }
            }
        }
        assertThat(violations).isEmpty();
    }

    @Test
    void everyPackageHasARuleOrIsACompositionRoot() {
        Set<String> unknown = new TreeSet<>();
        for (JavaClass type : CLASSES) {
            String name = shortName(type.getPackageName());
            if (ruleOf(type.getPackageName()).isEmpty() && !isCompositionRoot(name)) {
                unknown.add(type.getPackageName());
            }
        }
        assertThat(unknown).isEmpty();
    }

    @Test
    void everyRuleOfTheTableMatchesAPackageWithClasses() {
        Set<String> used = new TreeSet<>();
        CLASSES.forEach(type -> ruleOf(type.getPackageName()).ifPresent(r -> used.add(r.name())));
        assertThat(used).isEqualTo(RULES.keySet());
    }

    @Test
    void edgesNameKnownPackagesAndGiveAReason() {
        for (Rule rule : RULES.values()) {
            rule.mayUse()
                    .forEach((target, reason) -> {
                        assertThat(RULES).as(rule.name()).containsKey(target);
                        assertThat(reason).as(rule.name() + " → " + target).isNotBlank();
                    });
        }
    }

    @Test
    void packagesHaveNoCycles() {
        for (String start : RULES.keySet()) {
            assertThat(reachable(start)).as("reachable from %s", start).doesNotContain(start);
        }
    }

    @Test
    void coresReadNoClockWriteNoLogAndDoNoIo() {
        Set<String> violations = new TreeSet<>();
        for (JavaClass type : CLASSES) {
            if (!isCore(shortName(type.getPackageName()))) {
                continue;
            }
            for (JavaAccess<?> access : type.getAccessesFromSelf()) {
                String call = access.getTargetOwner().getName() + "." + access.getName();
                if (forbiddenInCore(call)) {
                    violations.add(type.getName() + " calls " + call);
                }
            }
        }
        assertThat(violations).isEmpty();
    }

    @Test
    void everyPackageIsNullMarked() {
        Set<String> unmarked = new TreeSet<>();
        for (JavaClass type : CLASSES) {
            String name = type.getPackageName();
            if (isGenerated(name)) {
                continue;
            }
            if (!type.getPackage().isAnnotatedWith(NullMarked.class)) {
                unmarked.add(name);
            }
        }
        assertThat(unmarked).isEmpty();
    }

    private static boolean allowed(Rule rule, String target) {
        if (!target.startsWith(PackageTable.ROOT)) {
            return target.isEmpty()
                    || target.startsWith("java.")
                    || target.startsWith("javax.")
                    || target.startsWith("com.sun.net.httpserver")
                    || target.startsWith("org.jspecify")
                    || rule.libraries().stream().anyMatch(target::startsWith);
        }
        Optional<Rule> targetRule = ruleOf(target);
        return targetRule.isPresent()
                && (targetRule.get().name().equals(rule.name())
                        || rule.mayUse().containsKey(targetRule.get().name()));
    }

    /** The rule of the package, or of the nearest package above it. */
    private static Optional<Rule> ruleOf(String packageName) {
        String name = shortName(packageName);
        while (!name.isEmpty()) {
            Rule rule = RULES.get(name);
            if (rule != null) {
                return Optional.of(rule);
            }
            int dot = name.lastIndexOf('.');
            name = dot < 0 ? "" : name.substring(0, dot);
        }
        return Optional.empty();
    }

    private static Set<String> reachable(String start) {
        Set<String> seen = new TreeSet<>();
        List<String> open = new ArrayList<>(targets(start));
        while (!open.isEmpty()) {
            String next = open.removeLast();
            if (seen.add(next)) {
                open.addAll(targets(next));
            }
        }
        return seen;
    }

    private static Set<String> targets(String name) {
        return Optional.ofNullable(RULES.get(name)).map(r -> r.mayUse().keySet()).orElse(Set.of());
    }

    private static String shortName(String packageName) {
        return packageName.equals(PackageTable.ROOT)
                ? ""
                : packageName.substring(PackageTable.ROOT.length() + 1);
    }

    private static boolean isCompositionRoot(String name) {
        return COMPOSITION_ROOTS.stream().anyMatch(r -> name.equals(r) || name.startsWith(r + "."));
    }

    private static boolean isGenerated(String packageName) {
        return packageName.startsWith(PackageTable.ROOT + ".opamp.proto");
    }

    /** Cores: the packages of capabilities without a part for I/O in their name. */
    private static boolean isCore(String name) {
        return Set.of("domain", "template", "agent", "blueprint", "gitops", "assignment", "audit")
                .contains(name);
    }

    private static boolean forbiddenInCore(String call) {
        return call.equals("java.time.Instant.now")
                || call.equals("java.lang.System.currentTimeMillis")
                || call.equals("java.lang.System.exit")
                || call.equals("java.lang.System.getLogger")
                || call.equals("java.lang.System.getenv")
                || call.equals("java.lang.Thread.sleep")
                || call.startsWith("java.nio.file.Files.")
                || call.startsWith("java.net.http.")
                || call.startsWith("java.sql.");
    }
}
