import java.util.List;
import java.util.stream.Collectors;

/** Pieces of Java source text. */
final class Java {
    private Java() {}

    static String quote(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    static String listOf(List<String> texts) {
        return texts.stream().map(Java::quote).collect(Collectors.joining(", ", "List.of(", ")"));
    }
}
