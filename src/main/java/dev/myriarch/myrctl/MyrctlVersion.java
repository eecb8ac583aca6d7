package dev.myriarch.myrctl;

import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

/** The version of this build, from the manifest of the jar. */
final class MyrctlVersion implements IVersionProvider {
    /** {@code dev} when the classes do not come from a jar. */
    static String current() {
        return Optional.ofNullable(MyrctlVersion.class.getPackage().getImplementationVersion())
                .orElse("dev");
    }

    @Override
    public String[] getVersion() {
        return new String[] {"myrctl " + current()};
    }
}
