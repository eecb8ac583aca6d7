package dev.myriarch.myrctl;

import java.util.ArrayList;
import java.util.List;

/** The comment in a file that tells an editor which schema it has. */
enum Modeline {
    /** Read by yaml-language-server: Visual Studio Code, Neovim, Helix, Emacs, Zed. */
    VSCODE("# yaml-language-server: $schema="),
    /** Read by the editors of JetBrains. */
    JETBRAINS("# $schema: ");

    private final String beginning;

    Modeline(String beginning) {
        this.beginning = beginning;
    }

    /** The text with this line at its beginning, in the place of any other such line there. */
    String annotate(String text, String schema) {
        String lineEnd = text.contains("\r\n") ? "\r\n" : "\n";
        List<String> lines = new ArrayList<>(List.of(text.split("\r?\n", -1)));
        String line = beginning + schema;
        for (int index = 0; index < lines.size() && lines.get(index).startsWith("#"); index++) {
            if (isModeline(lines.get(index))) {
                lines.set(index, line);
                return String.join(lineEnd, lines);
            }
        }
        lines.addFirst(line);
        return String.join(lineEnd, lines);
    }

    private static boolean isModeline(String line) {
        for (Modeline each : values()) {
            if (line.startsWith(each.beginning)) {
                return true;
            }
        }
        return false;
    }
}
