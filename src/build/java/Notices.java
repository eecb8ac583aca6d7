import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/**
 * Writes THIRD_PARTY_NOTICES from what is really resolved, or with {@code --check} says where it
 * differs: {@code Notices ROOT [--check]}. The tables of docs/develop/dependencies.md must name
 * exactly the resolved artifacts.
 */
public final class Notices {
    private static final Pattern ROW = Pattern.compile("\\| (\\S+) \\| (\\S+) \\| (.+) \\|");
    private static final Pattern JAR = Pattern.compile("(.+)-(\\d[^-]*)\\.jar");
    private static final Pattern LICENCE_FILE = Pattern.compile("(?i)licen[cs]e(\\.(md|txt))?");

    /** One shipped component. */
    private record Component(String name, String version, String licence, String text) {}

    private final Path root;
    private final List<String> problems = new ArrayList<>();

    private Notices(Path root) {
        this.root = root;
    }

    public static void main(String[] args) throws IOException {
        Notices notices = new Notices(Path.of(args[0]));
        boolean check = args.length > 1 && args[1].equals("--check");
        String text = notices.render();
        Path file = notices.root.resolve("THIRD_PARTY_NOTICES");
        if (check && (!Files.exists(file) || !Files.readString(file).equals(text))) {
            notices.problems.add("THIRD_PARTY_NOTICES is not current: run scripts/notices");
        }
        if (!notices.problems.isEmpty()) {
            notices.problems.forEach(System.err::println);
            System.exit(1);
        }
        if (!check) {
            Files.writeString(file, text);
        }
    }

    private String render() throws IOException {
        List<Component> components = new ArrayList<>();
        components.addAll(jars(table("## Server")));
        components.addAll(packages(table("## Web UI")));
        StringBuilder text = new StringBuilder();
        text.append("Software that ships with myriarch, and its licences.\n");
        text.append("Components under Apache-2.0 refer to the text in the file LICENSE.\n");
        for (Component component : components) {
            text.append("\n").append("=".repeat(80)).append("\n");
            text.append(component.name).append(' ').append(component.version);
            text.append(" (").append(component.licence).append(")\n");
            if (!component.text.isBlank()) {
                text.append("\n").append(component.text.strip()).append("\n");
            }
        }
        return text.toString();
    }

    /** Rows below a heading of the page: name to licence. */
    private Map<String, String> table(String heading) throws IOException {
        Map<String, String> rows = new TreeMap<>();
        boolean inside = false;
        for (String line : Files.readAllLines(root.resolve("docs/develop/dependencies.md"))) {
            if (line.startsWith("## ")) {
                inside = line.equals(heading);
            }
            Matcher row = ROW.matcher(line);
            if (inside && row.matches() && !row.group(2).equals("---") && !header(row.group(1))) {
                rows.put(row.group(1), row.group(2));
            }
        }
        return rows;
    }

    private static boolean header(String cell) {
        return cell.equals("Artifact") || cell.equals("Package");
    }

    private List<Component> jars(Map<String, String> listed) throws IOException {
        Map<String, String> open = new TreeMap<>(listed);
        List<Component> components = new ArrayList<>();
        try (Stream<Path> files = Files.list(root.resolve("target/lib"))) {
            for (Path file : files.sorted().toList()) {
                Matcher name = JAR.matcher(file.getFileName().toString());
                if (!name.matches()) {
                    problems.add("no artifact name in " + file.getFileName());
                    continue;
                }
                jar(file, name.group(1), name.group(2), open, components);
            }
        }
        open.keySet().forEach(row -> problems.add("listed but not resolved: " + row));
        return components;
    }

    private void jar(
            Path file,
            String artifact,
            String version,
            Map<String, String> open,
            List<Component> components)
            throws IOException {
        String key =
                open.keySet().stream()
                        .filter(row -> row.endsWith(":" + artifact))
                        .findFirst()
                        .orElse(null);
        if (key == null) {
            problems.add("resolved but not listed in docs/develop/dependencies.md: " + artifact);
            return;
        }
        String licence = open.remove(key);
        Path own = root.resolve("src/build/licenses/" + artifact + ".txt");
        String text = Files.exists(own) ? Files.readString(own) : licencesInside(file);
        if (text.isBlank() && !licence.equals("Apache-2.0")) {
            problems.add("no licence text for " + key + ": add " + root.relativize(own));
        }
        components.add(new Component(key, version, licence, text));
    }

    /** Licence texts that a jar carries, with the place of each. */
    private static String licencesInside(Path file) throws IOException {
        StringBuilder text = new StringBuilder();
        try (JarFile jar = new JarFile(file.toFile())) {
            List<String> names =
                    jar.stream()
                            .map(ZipEntry::getName)
                            .filter(entry -> entry.startsWith("META-INF/"))
                            .filter(entry -> isLicence(entry.substring(entry.lastIndexOf('/') + 1)))
                            .sorted()
                            .toList();
            for (String name : names) {
                text.append("[").append(name).append("]\n");
                text.append(new String(jar.getInputStream(jar.getEntry(name)).readAllBytes()));
                text.append("\n");
            }
        }
        return text.toString();
    }

    private static boolean isLicence(String name) {
        return LICENCE_FILE.matcher(name).matches();
    }

    private List<Component> packages(Map<String, String> listed) throws IOException {
        Path lock = root.resolve("web/package-lock.json");
        Map<String, String> open = new TreeMap<>(listed);
        List<Component> components = new ArrayList<>();
        JsonObject all =
                JsonParser.parseString(Files.readString(lock))
                        .getAsJsonObject()
                        .getAsJsonObject("packages");
        for (Map.Entry<String, JsonElement> entry : new TreeMap<>(all.asMap()).entrySet()) {
            JsonObject details = entry.getValue().getAsJsonObject();
            if (entry.getKey().isEmpty() || details.has("dev") || details.has("devOptional")) {
                continue;
            }
            String name = entry.getKey().replaceFirst(".*node_modules/", "");
            String licence = details.get("license").getAsString();
            String row = open.remove(name);
            if (row == null) {
                problems.add("resolved but not listed in docs/develop/dependencies.md: " + name);
            } else if (!row.equals(licence)) {
                problems.add(name + " is under " + licence + ", the list says " + row);
            }
            String version = details.get("version").getAsString();
            components.add(new Component(name, version, licence, licenceOf(entry.getKey())));
        }
        open.keySet().forEach(row -> problems.add("listed but not resolved: " + row));
        return components;
    }

    private String licenceOf(String folder) throws IOException {
        Path installed = root.resolve("web").resolve(folder);
        if (!Files.isDirectory(installed)) {
            problems.add("not installed: " + folder + "; run npm ci in web");
            return "";
        }
        try (Stream<Path> files = Files.list(installed)) {
            for (Path file : files.sorted().toList()) {
                if (isLicence(file.getFileName().toString())) {
                    return Files.readString(file);
                }
            }
        }
        problems.add("no licence file in " + folder);
        return "";
    }
}
