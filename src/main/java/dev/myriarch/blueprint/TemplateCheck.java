package dev.myriarch.blueprint;

import dev.myriarch.blueprint.ConfigNode.ListNode;
import dev.myriarch.blueprint.ConfigNode.MapNode;
import dev.myriarch.blueprint.ConfigNode.ScalarLeaf;
import dev.myriarch.blueprint.ConfigNode.TemplateLeaf;
import dev.myriarch.template.Template;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Finds templates that name a parameter which nobody declares, also in branches and fragments that
 * no sample agent reaches. Confined to one check.
 */
public final class TemplateCheck {
    private final Chain chain;
    private final List<Finding> findings = new ArrayList<>();

    private TemplateCheck(Chain chain) {
        this.chain = chain;
    }

    /** Looks through all layers of a blueprint that a fleet names. */
    public static List<Finding> undeclared(Chain chain) {
        TemplateCheck check = new TemplateCheck(chain);
        for (Blueprint layer : chain.layers()) {
            check.look(layer.config());
            for (Fragment fragment : layer.fragments()) {
                fragment.when().ifPresent(when -> check.look(when, fragment.origin()));
                check.look(fragment.config());
            }
        }
        return check.findings;
    }

    private void look(ConfigNode node) {
        switch (node) {
            case MapNode(_, var entries) ->
                    entries.values()
                            .forEach(entry -> {
                                entry.keyTemplate().ifPresent(key -> look(key, entry.keyOrigin()));
                                look(entry.value());
                            });
            case ListNode(_, var elements) -> elements.forEach(this::look);
            case TemplateLeaf(Origin origin, Template template) -> look(template, origin);
            case ScalarLeaf _ -> {}
        }
    }

    private void look(Template template, Origin origin) {
        for (String name : new TreeSet<>(template.referencedParameters())) {
            if (!chain.parameters().containsKey(name)) {
                findings.add(
                        Finding.error(
                                "template_error",
                                origin,
                                "blueprint %s and those below it declare no parameter %s"
                                        .formatted(chain.leaf().name(), Quote.of(name))));
            }
        }
    }
}
