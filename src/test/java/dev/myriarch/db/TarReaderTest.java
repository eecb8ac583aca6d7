package dev.myriarch.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TarReaderTest {
    @TempDir private Path parent;

    @Test
    void filesFoldersAndLinksAreUnpacked() throws IOException {
        Tar tar = new Tar();
        tar.entry('5', "bin/", "", 0755, "");
        tar.entry('0', "bin/run", "", 0755, "#!/bin/sh\n");
        tar.entry('0', "share/notes.txt", "", 0644, "x".repeat(1000));
        tar.entry('2', "bin/notes", "../share/notes.txt", 0777, "");
        Path folder = unpack(tar);
        assertThat(folder.resolve("bin/run")).isExecutable().hasContent("#!/bin/sh\n");
        assertThat(Files.isExecutable(folder.resolve("share/notes.txt"))).isFalse();
        assertThat(folder.resolve("bin/notes")).isSymbolicLink().hasContent("x".repeat(1000));
    }

    @Test
    void longNamesOfBothKindsAreRead() throws IOException {
        String folderName = "d".repeat(90);
        String gnu = folderName + "/" + "g".repeat(90);
        String pax = folderName + "/" + "p".repeat(90);
        Tar tar = new Tar();
        tar.entry('L', "././@LongLink", "", 0, gnu + "\0");
        tar.entry('0', "cut", "", 0644, "gnu");
        String record = " path=" + pax + "\n";
        int length = record.length() + 3;
        tar.entry('x', "PaxHeader", "", 0, length + record);
        tar.entry('0', "cut", "", 0644, "pax");
        tar.entry('0', "short", "", 0644, "plain");
        Path folder = unpack(tar);
        assertThat(folder.resolve(gnu)).hasContent("gnu");
        assertThat(folder.resolve(pax)).hasContent("pax");
        assertThat(folder.resolve("short")).hasContent("plain");
    }

    @ParameterizedTest
    @CsvSource({
        "0, ../outside, ''",
        "0, a/../../outside, ''",
        "0, /outside, ''",
        "5, ../outside, ''",
        "2, link, ../outside",
        "2, link, /outside",
    })
    void pathsThatLeaveTheFolderAreRefused(char type, String name, String link) {
        Tar tar = new Tar();
        tar.entry(type, name, link, 0644, "");
        assertThatThrownBy(() -> unpack(tar))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("outside its folder");
        assertThat(parent.resolve("outside")).doesNotExist();
    }

    @Test
    void fileDoesNotGoThroughALinkThatIsThere() throws IOException {
        Path folder = Files.createDirectory(parent.resolve("folder"));
        Files.createDirectory(parent.resolve("outside"));
        Files.createSymbolicLink(folder.resolve("way"), parent.resolve("outside"));
        Tar tar = new Tar();
        tar.entry('0', "way/file", "", 0644, "x");
        assertThatThrownBy(() -> TarReader.unpack(new ByteArrayInputStream(tar.end()), folder))
                .hasMessageContaining("outside its folder");
        assertThat(parent.resolve("outside/file")).doesNotExist();
    }

    @Test
    void entryThatReplacesAnotherIsRefused() {
        Tar tar = new Tar();
        tar.entry('0', "same", "", 0644, "a");
        tar.entry('0', "same", "", 0644, "b");
        assertThatThrownBy(() -> unpack(tar)).hasMessageContaining("twice");
    }

    @Test
    void unknownTypesAreRefused() {
        Tar tar = new Tar();
        tar.entry('1', "hard", "other", 0644, "");
        assertThatThrownBy(() -> unpack(tar)).hasMessageContaining("unknown type");
    }

    @Test
    void damagedHeadersAreRefused() {
        Tar tar = new Tar();
        tar.entry('0', "file", "", 0644, "a");
        byte[] bytes = tar.end();
        bytes[0] ^= 1;
        assertThatThrownBy(() -> unpack(bytes)).hasMessageContaining("checksum");
    }

    @Test
    void everyCutIsAnError() {
        Tar tar = new Tar();
        tar.entry('0', "file", "", 0644, "a".repeat(600));
        byte[] whole = tar.end();
        int content = 512 + 1024;
        for (int length = 0; length < content; length += 50) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> unpack(cut)).isInstanceOf(IOException.class);
        }
    }

    private Path unpack(Tar tar) throws IOException {
        return unpack(tar.end());
    }

    private Path unpack(byte[] archive) throws IOException {
        Path folder = Files.createTempDirectory(parent, "unpacked");
        TarReader.unpack(new ByteArrayInputStream(archive), folder);
        return folder;
    }

    /** Writes an archive entry by entry. */
    private static final class Tar {
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();

        void entry(char type, String name, String link, int mode, String content) {
            byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
            byte[] header = new byte[512];
            put(header, 0, name);
            put(header, 100, "%07o".formatted(mode));
            put(header, 124, "%011o".formatted(bytes.length));
            put(header, 148, "        ");
            header[156] = (byte) type;
            put(header, 157, link);
            put(header, 257, "ustar\0" + "00");
            int sum = 0;
            for (byte one : header) {
                sum += one & 0xFF;
            }
            put(header, 148, "%06o\0 ".formatted(sum));
            out.writeBytes(header);
            out.writeBytes(bytes);
            out.writeBytes(new byte[(512 - bytes.length % 512) % 512]);
        }

        private static void put(byte[] header, int at, String text) {
            byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
            System.arraycopy(bytes, 0, header, at, bytes.length);
        }

        byte[] end() {
            out.writeBytes(new byte[1024]);
            return out.toByteArray();
        }
    }
}
