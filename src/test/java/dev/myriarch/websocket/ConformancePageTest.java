package dev.myriarch.websocket;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page that lists rules names tests that are there. */
class ConformancePageTest {
    private static final Pattern REFERENCE =
            Pattern.compile("`([A-Za-z0-9]+Test)?(?:#([A-Za-z0-9]+))?`");

    @Test
    void everyTestThatThePageNamesIsThere() throws Exception {
        Matcher matcher = REFERENCE.matcher(rows());
        String type = "";
        int references = 0;
        while (matcher.find()) {
            type = matcher.group(1) == null ? type : matcher.group(1);
            Class<?> tests = Class.forName(getClass().getPackageName() + "." + type);
            String method = matcher.group(2);
            if (method != null) {
                assertThat(Arrays.stream(tests.getDeclaredMethods()).map(Method::getName))
                        .as(type)
                        .contains(method);
            }
            references++;
        }
        assertThat(references).isGreaterThan(30);
    }

    private static String rows() throws IOException {
        String page = Files.readString(Path.of("docs/reference/websocket-conformance.md"));
        return page.substring(page.indexOf("| Section"));
    }
}
