package dev.myriarch.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PlainScalarTest {
    @Test
    void datesThatDoNotExistAreTexts() {
        for (String text :
                new String[] {
                    "2001-02-30",
                    "2001-13-01",
                    "2001-1-0",
                    "2001-01-01T24:00:00Z",
                    "2001-01-01T00:00:00",
                    "2001-01-01 00:00:00Z",
                    "2001-01-01T00:00:00+25:00"
                }) {
            assertThat(PlainScalar.resolve(text).tag()).as(text).isEqualTo(PlainScalar.Tag.TEXT);
        }
        for (String text :
                new String[] {
                    "2004-2-29",
                    "2001-01-01 1:2:3",
                    "2001-01-01  01:02:03.5",
                    "2001-01-01t00:00:00+24:60"
                }) {
            assertThat(PlainScalar.resolve(text).tag())
                    .as(text)
                    .isEqualTo(PlainScalar.Tag.TIMESTAMP);
        }
    }

    @Test
    void longDigitsAreFloatsWithoutMuchWork() {
        PlainScalar scalar = PlainScalar.resolve("1".repeat(300));
        assertThat(scalar.tag()).isEqualTo(PlainScalar.Tag.FLOAT);
        assertThat(PlainScalar.resolve("1".repeat(1_000_000)).tag())
                .isEqualTo(PlainScalar.Tag.TEXT);
    }
}
