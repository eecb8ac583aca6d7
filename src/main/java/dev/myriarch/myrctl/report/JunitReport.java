package dev.myriarch.myrctl.report;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A test suite for each group and a test case for each thing that was looked at. */
final class JunitReport {
    private JunitReport() {}

    static String write(Report report) {
        Map<String, List<Report.Case>> groups =
                report.cases().stream()
                        .collect(
                                Collectors.groupingBy(
                                        Report.Case::group, TreeMap::new, Collectors.toList()));
        StringBuilder out = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        out.append("<testsuites name=\"myrctl %s\">\n".formatted(report.source().command()));
        groups.forEach((group, cases) -> appendSuite(out, group, cases));
        return out.append("</testsuites>\n").toString();
    }

    private static void appendSuite(StringBuilder out, String group, List<Report.Case> cases) {
        long failed =
                cases.stream()
                        .filter(each -> each.outcome() instanceof Report.Outcome.Failed)
                        .count();
        long skipped =
                cases.stream()
                        .filter(each -> each.outcome() instanceof Report.Outcome.Skipped)
                        .count();
        out.append(
                "  <testsuite name=\"%s\" tests=\"%d\" failures=\"%d\" errors=\"0\" skipped=\"%d\">\n"
                        .formatted(escaped(group), cases.size(), failed, skipped));
        cases.forEach(each -> appendCase(out, each));
        out.append("  </testsuite>\n");
    }

    private static void appendCase(StringBuilder out, Report.Case each) {
        out.append(
                "    <testcase classname=\"myrctl.%s\" name=\"%s\""
                        .formatted(escaped(each.group()), escaped(each.name())));
        switch (each.outcome()) {
            case Report.Outcome.Passed(String remarks) when remarks.isEmpty() -> out.append("/>\n");
            case Report.Outcome.Passed(String remarks) ->
                    appendBody(out, "system-out", "", remarks);
            case Report.Outcome.Failed(String summary, String details) ->
                    appendBody(out, "failure", summary, details);
            case Report.Outcome.Skipped(String reason) -> appendBody(out, "skipped", reason, "");
        }
    }

    private static void appendBody(StringBuilder out, String element, String message, String text) {
        String attribute = message.isEmpty() ? "" : " message=\"%s\"".formatted(escaped(message));
        out.append(
                ">\n      <%s%s>%s</%s>\n    </testcase>\n"
                        .formatted(element, attribute, escaped(text), element));
    }

    /** For text and attributes; XML 1.0 has no form for most control characters. */
    private static String escaped(String text) {
        return text.replaceAll("[\\x00-\\x08\\x0B\\x0C\\x0E-\\x1F\\uFFFE\\uFFFF]", "?")
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
