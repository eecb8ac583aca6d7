package dev.myriarch.gitops;

import dev.myriarch.base.Value;
import dev.myriarch.gitops.FieldType.AnyType;
import dev.myriarch.gitops.FieldType.BoolType;
import dev.myriarch.gitops.FieldType.ChoiceType;
import dev.myriarch.gitops.FieldType.DurationType;
import dev.myriarch.gitops.FieldType.Field;
import dev.myriarch.gitops.FieldType.FreeMapType;
import dev.myriarch.gitops.FieldType.IntType;
import dev.myriarch.gitops.FieldType.KeyForm;
import dev.myriarch.gitops.FieldType.LabelType;
import dev.myriarch.gitops.FieldType.ListType;
import dev.myriarch.gitops.FieldType.MapType;
import dev.myriarch.gitops.FieldType.NameType;
import dev.myriarch.gitops.FieldType.NumberType;
import dev.myriarch.gitops.FieldType.ObjectType;
import dev.myriarch.gitops.FieldType.TextType;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What the descriptions of all kinds are made of. */
final class Fields {
    static final FieldType TEXT = text(TextForm.ANY);
    static final FieldType NAME = new NameType();
    static final FieldType BOOL = new BoolType();
    static final FieldType FREE = new FreeMapType();
    static final FieldType ANY = new AnyType();
    static final FieldType NUMBER = new NumberType();
    static final FieldType TEXTS = list(TEXT);
    static final FieldType DURATION = new DurationType(false);
    static final FieldType TIMEOUT = new DurationType(true);
    static final FieldType COUNT = new IntType(0, 1_000_000);
    static final FieldType LABELS = new MapType(KeyForm.LABEL, new LabelType());
    static final FieldType ATTRIBUTES = new MapType(KeyForm.ANY, TEXT);

    static final Value NO = Value.of(false);

    static final Field DISPLAY_NAME =
            optional("displayName", TEXT, "Name for people; the name of the object when missing.");
    static final Field DESCRIPTION =
            optional("description", TEXT, "What the object is for.").or("");

    static final ObjectType SELECTOR =
            object(
                    optional("matchAttributes", ATTRIBUTES, "Attributes with their exact values."),
                    optional(
                            "matchExpressions",
                            list(
                                    object(
                                            required(
                                                    "key",
                                                    TEXT,
                                                    "Key of the attribute view; labels.KEY is a"
                                                            + " label."),
                                            required(
                                                    "operator",
                                                    choice(
                                                            "In",
                                                            "NotIn",
                                                            "Exists",
                                                            "DoesNotExist",
                                                            "Glob"),
                                                    "How the attribute is compared."),
                                            optional(
                                                    "values",
                                                    TEXTS,
                                                    "What it is compared with; none for Exists and"
                                                            + " DoesNotExist."))),
                            "Conditions; all must hold."));

    private Fields() {}

    static FieldType text(TextForm form) {
        return new TextType(form);
    }

    static FieldType list(FieldType element) {
        return new ListType(element);
    }

    static FieldType choice(String... values) {
        return new ChoiceType(Arrays.asList(values));
    }

    static ObjectType object(Field... fields) {
        return new ObjectType(Arrays.asList(fields), List.of());
    }

    static Field required(String name, FieldType type, String description) {
        return new Field(name, type, true, description, Optional.empty(), List.of());
    }

    static Field optional(String name, FieldType type, String description) {
        return new Field(name, type, false, description, Optional.empty(), List.of());
    }
}
