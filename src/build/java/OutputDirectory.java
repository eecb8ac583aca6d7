import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The directory of the generated package; everything in it belongs to the generator. */
record OutputDirectory(Path directory) {
    /** Writes what changed and removes what is not in {@code files} any more. */
    void write(Map<String, String> files) throws IOException {
        Files.createDirectories(directory);
        for (Map.Entry<String, String> file : files.entrySet()) {
            Path target = directory.resolve(file.getKey());
            if (!Files.exists(target) || !Files.readString(target).equals(file.getValue())) {
                Files.writeString(target, file.getValue());
            }
        }
        try (DirectoryStream<Path> present = Files.newDirectoryStream(directory, "*.java")) {
            for (Path file : present) {
                if (!files.containsKey(file.getFileName().toString())) {
                    Files.delete(file);
                }
            }
        }
    }
}
