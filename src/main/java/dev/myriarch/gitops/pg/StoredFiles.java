package dev.myriarch.gitops.pg;

import dev.myriarch.db.Jdbc;
import dev.myriarch.gitops.RepositoryFile;
import java.util.List;

/** The table {@code gitops_files}. */
final class StoredFiles {
    private static final String DELETE = "DELETE FROM gitops_files";
    private static final String INSERT = "INSERT INTO gitops_files (path, body) VALUES (?, ?)";

    /** Files may have 4 MiB each, so one round trip takes a few only. */
    private static final int BATCH = 16;

    private StoredFiles() {}

    static void replace(Jdbc jdbc, List<RepositoryFile> files) {
        jdbc.update(DELETE, Jdbc.Binder.NONE);
        for (int from = 0; from < files.size(); from += BATCH) {
            jdbc.batch(
                    INSERT,
                    files.subList(from, Math.min(from + BATCH, files.size())).stream()
                            .<Jdbc.Binder>map(file ->
                                    parameters ->
                                            parameters.text(file.path()).bytes(file.content()))
                            .toList());
        }
    }
}
