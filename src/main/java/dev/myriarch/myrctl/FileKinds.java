package dev.myriarch.myrctl;

import dev.myriarch.base.Value;
import dev.myriarch.gitops.ObjectKind;
import dev.myriarch.gitops.RepositoryFile;
import dev.myriarch.yaml.YamlException;
import dev.myriarch.yaml.YamlLimits;
import dev.myriarch.yaml.YamlNode;
import dev.myriarch.yaml.YamlReader;
import java.util.List;
import java.util.Optional;

/** Kinds of the objects in a file. */
final class FileKinds {
    private FileKinds() {}

    /** In order, documents that are no objects left out; empty when the file is no YAML. */
    static Optional<List<ObjectKind>> of(RepositoryFile file) {
        try {
            return Optional.of(
                    YamlReader.read(file.content(), YamlLimits.defaults()).stream()
                            .flatMap(document -> of(document).stream())
                            .toList());
        } catch (YamlException e) {
            return Optional.empty();
        }
    }

    /** Of one document; empty when it does not name a known kind. */
    static Optional<ObjectKind> of(YamlNode document) {
        return document instanceof YamlNode.MappingNode map
                ? map.get("kind")
                        .flatMap(node ->
                                node.toValue() instanceof Value.Text(String text)
                                        ? ObjectKind.of(text)
                                        : Optional.empty())
                : Optional.empty();
    }
}
