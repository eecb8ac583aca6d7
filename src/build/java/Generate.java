import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes package {@code dev.myriarch.gen} from the OpenAPI document: the operations and one record
 * per schema. Runs from source in the Maven phase generate-sources, before anything is compiled.
 *
 * <p>The same document gives the same bytes, and a file that did not change is not touched, so an
 * incremental build compiles nothing anew.
 */
public final class Generate {
    private Generate() {}

    /** Arguments: the document, the root of the generated sources. */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 2) {
            System.err.println("usage: Generate <openapi.yaml> <output directory>");
            System.exit(2);
        }
        Path document = Path.of(arguments[0]);
        try {
            generate(document, Path.of(arguments[1]));
        } catch (DocumentException e) {
            System.err.println(document + ": " + e.getMessage());
            System.exit(1);
        }
    }

    /** Brings the output in line with the document; a wrong document changes nothing. */
    public static void generate(Path document, Path output) throws IOException {
        ApiModel model = new DocumentReader().read(Files.readString(document));
        Map<String, String> files = new TreeMap<>();
        files.put("Operation.java", OperationSource.of(model.operations()));
        for (ApiModel.Schema schema : model.schemas()) {
            files.put(RecordSource.className(schema.name()) + ".java", RecordSource.of(schema));
        }
        new OutputDirectory(output.resolve("dev/myriarch/gen")).write(files);
    }
}
