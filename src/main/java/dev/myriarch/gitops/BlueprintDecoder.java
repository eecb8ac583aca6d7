package dev.myriarch.gitops;

import dev.myriarch.base.Value;
import dev.myriarch.blueprint.Blueprint;
import dev.myriarch.blueprint.ConfigNode;
import dev.myriarch.blueprint.ConfigReader;
import dev.myriarch.blueprint.Finding;
import dev.myriarch.blueprint.Fragment;
import dev.myriarch.blueprint.Origin;
import dev.myriarch.blueprint.Parameter;
import dev.myriarch.blueprint.TextPattern;
import dev.myriarch.template.Template;
import dev.myriarch.template.TemplateException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Reads blueprints. Confined to one blueprint. */
final class BlueprintDecoder {
    private final ObjectMeta meta;
    private final ObjectView spec;
    private final Issues issues;

    private BlueprintDecoder(ObjectMeta meta, ObjectView spec, Issues issues) {
        this.meta = meta;
        this.spec = spec;
        this.issues = issues;
    }

    static BlueprintObject decode(ObjectMeta meta, ObjectView spec, Issues issues) {
        BlueprintDecoder decoder = new BlueprintDecoder(meta, spec, issues);
        Blueprint blueprint =
                new Blueprint(
                        meta.name(),
                        spec.text("extends")
                                .map(name -> new Blueprint.Parent(name, spec.at("extends"))),
                        decoder.parameters(),
                        decoder.config(spec),
                        decoder.fragments(),
                        decoder.remove(spec),
                        meta.origin());
        return new BlueprintObject(
                meta,
                spec.text("displayName", meta.name()),
                spec.text("description", ""),
                blueprint);
    }

    private ConfigNode.MapNode config(ObjectView view) {
        List<Finding> findings = new ArrayList<>();
        ConfigNode.MapNode config =
                view.node("config")
                        .map(node -> ConfigReader.read(node, view.at("config"), findings))
                        .orElseGet(() -> ConfigNode.emptyMap(meta.origin()));
        findings.forEach(issues::add);
        return config;
    }

    private List<String> remove(ObjectView view) {
        List<String> paths = view.texts("remove");
        for (int index = 0; index < paths.size(); index++) {
            String path = paths.get(index);
            if (path.isEmpty() || Template.isTemplate(path)) {
                issues.error(
                        "invalid_field",
                        view.at("remove[" + index + "]"),
                        "a path is map keys joined by ::, without templates");
            }
        }
        return paths;
    }

    private List<Fragment> fragments() {
        List<Fragment> fragments = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (ObjectView view : spec.objects("fragments")) {
            String name = view.text("name", "");
            if (!names.add(name)) {
                issues.error(
                        "invalid_field",
                        view.at("name"),
                        "two fragments have the name \"%s\"".formatted(name));
            }
            Optional<Template> when = when(view);
            fragments.add(
                    new Fragment(
                            name,
                            when,
                            config(view),
                            remove(view),
                            when.isPresent() ? view.at("when") : view.origin()));
        }
        return fragments;
    }

    private Optional<Template> when(ObjectView view) {
        Optional<String> text = view.text("when").filter(each -> !each.isBlank());
        if (text.isEmpty()) {
            return Optional.empty();
        }
        try {
            Template template = Template.parse(text.get());
            if (!template.isWholeExpression()) {
                issues.error(
                        "when_not_bool",
                        view.at("when"),
                        "a condition is exactly one expression, such as [[ .params.name ]]");
            }
            return Optional.of(template);
        } catch (TemplateException e) {
            issues.error("template_error", view.at("when"), String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    private List<Parameter> parameters() {
        List<Parameter> parameters = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (ObjectView view : spec.objects("parameters")) {
            Parameter parameter = parameter(view);
            if (!names.add(parameter.name())) {
                issues.error(
                        "invalid_field",
                        view.at("name"),
                        "the parameter %s is declared twice".formatted(parameter.name()));
            }
            parameters.add(parameter);
        }
        return parameters;
    }

    private Parameter parameter(ObjectView view) {
        String name = view.text("name", "");
        if (!TextForm.PARAMETER_NAME.matches(name)) {
            issues.error(
                    "invalid_name",
                    view.at("name"),
                    "a parameter name is letters, digits and _, and begins with a letter");
        }
        Parameter.Type type =
                Parameter.Type.valueOf(view.text("type", "").toUpperCase(Locale.ROOT));
        Origin origin = view.has("default") ? view.at("default") : view.origin();
        return new Parameter(
                name,
                type,
                view.text("description", ""),
                view.flag("required", false),
                view.value("default").filter(value -> !(value instanceof Value.Null)),
                new Parameter.Constraints(
                        view.values("enum"),
                        pattern(view, type),
                        bound(view, type, "min"),
                        bound(view, type, "max")),
                view.text("fromAttribute").filter(key -> !key.isEmpty()),
                origin);
    }

    private Optional<TextPattern> pattern(ObjectView view, Parameter.Type type) {
        Optional<String> text = view.text("pattern");
        if (text.isEmpty()) {
            return Optional.empty();
        }
        if (type != Parameter.Type.STRING) {
            issues.error("invalid_field", view.at("pattern"), "only strings have a pattern");
            return Optional.empty();
        }
        try {
            return Optional.of(TextPattern.compile(text.get()));
        } catch (IllegalArgumentException e) {
            issues.error("invalid_field", view.at("pattern"), String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    private Optional<BigDecimal> bound(ObjectView view, Parameter.Type type, String field) {
        Optional<BigDecimal> bound = view.number(field);
        if (bound.isPresent() && type != Parameter.Type.INT && type != Parameter.Type.NUMBER) {
            issues.error(
                    "invalid_field",
                    view.at(field),
                    "only int and number have a %s".formatted(field));
        }
        return bound;
    }
}
