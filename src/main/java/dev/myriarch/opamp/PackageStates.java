package dev.myriarch.opamp;

import dev.myriarch.agent.PackageReport;
import dev.myriarch.opamp.proto.PackageStatus;
import dev.myriarch.opamp.proto.PackageStatuses;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;

/** Turns what an agent says of its packages into our terms: bounded and redacted. */
final class PackageStates {
    private static final int MAX_PACKAGES = 20;
    private static final int MAX_NAME = 128;
    private static final double WHOLE = 100;

    private PackageStates() {}

    static PackageReport of(PackageStatuses reported, SecretRedactor redactor) {
        Map<String, PackageReport.State> states = new TreeMap<>();
        new TreeMap<>(reported.getPackagesMap())
                .forEach((name, status) -> {
                    if (name.length() <= MAX_NAME && states.size() < MAX_PACKAGES) {
                        states.put(name, state(status, redactor));
                    }
                });
        return new PackageReport(
                MessageMapper.hash(reported.getServerProvidedAllPackagesHash()),
                AttributeText.redacted(reported.getErrorMessage(), redactor),
                states);
    }

    private static PackageReport.State state(PackageStatus reported, SecretRedactor redactor) {
        return new PackageReport.State(
                version(reported.getAgentHasVersion(), redactor),
                MessageMapper.hash(reported.getAgentHasHash()),
                version(reported.getServerOfferedVersion(), redactor),
                MessageMapper.hash(reported.getServerOfferedHash()),
                switch (reported.getStatus()) {
                    case PackageStatusEnum_Installed -> PackageReport.Status.INSTALLED;
                    case PackageStatusEnum_Installing -> PackageReport.Status.INSTALLING;
                    case PackageStatusEnum_InstallFailed -> PackageReport.Status.INSTALL_FAILED;
                    case PackageStatusEnum_Downloading -> PackageReport.Status.DOWNLOADING;
                    case PackageStatusEnum_InstallPending, UNRECOGNIZED ->
                            PackageReport.Status.INSTALL_PENDING;
                },
                AttributeText.redacted(reported.getErrorMessage(), redactor),
                percent(reported));
    }

    private static String version(String reported, SecretRedactor redactor) {
        String text = AttributeText.redacted(reported, redactor);
        return text.length() <= MAX_NAME ? text : text.substring(0, MAX_NAME);
    }

    /** Whole ones, so that a download is at most a hundred changes. */
    private static OptionalInt percent(PackageStatus reported) {
        double percent = reported.getDownloadDetails().getDownloadPercent();
        return reported.hasDownloadDetails() && percent >= 0 && percent <= WHOLE
                ? OptionalInt.of((int) percent)
                : OptionalInt.empty();
    }
}
