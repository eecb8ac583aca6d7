package dev.myriarch.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class ByteSizeTest {
    @Test
    void unitsOfBothKindsAreRead() {
        assertThat(ByteSize.parse("1048576")).contains(ByteSize.ofMebibytes(1));
        assertThat(ByteSize.parse("64KiB")).contains(ByteSize.ofKibibytes(64));
        assertThat(ByteSize.parse("1.5 MiB")).contains(new ByteSize(1_572_864));
        assertThat(ByteSize.parse("20 GB")).contains(new ByteSize(20_000_000_000L));
    }

    @Test
    void whatIsNoSizeIsRefused() {
        for (String text :
                List.of(
                        "",
                        "MiB",
                        "-1",
                        "1e3",
                        "1.5",
                        "1,5 MiB",
                        "1 mib",
                        "1..2 KiB",
                        "٣",
                        "9223372036854775808",
                        "9999999999999 TiB")) {
            assertThat(ByteSize.parse(text)).as(text).isEmpty();
        }
        assertThatThrownBy(() -> new ByteSize(-1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theTextIsForPeople() {
        assertThat(new ByteSize(512)).hasToString("512 B");
        assertThat(new ByteSize(1_572_864)).hasToString("1.5 MiB");
        assertThat(ByteSize.ofMebibytes(4)).hasToString("4 MiB");
    }
}
