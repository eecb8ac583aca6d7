package dev.myriarch.gitops;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads inventories. */
final class InventoryDecoder {
    private InventoryDecoder() {}

    static Inventory decode(ObjectMeta meta, ObjectView spec, Issues issues) {
        List<Inventory.Entry> entries = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (ObjectView view : spec.objects("entries")) {
            String name = view.text("name", "");
            if (!names.add(name)) {
                issues.error(
                        "invalid_field",
                        view.at("name"),
                        "two entries have the name \"%s\"".formatted(name));
            }
            entries.add(
                    new Inventory.Entry(
                            name,
                            SelectorDecoder.decode(view.object("selector"), issues),
                            view.textMap("labels"),
                            view.parameterValues("parameters")));
        }
        return new Inventory(meta, entries);
    }
}
