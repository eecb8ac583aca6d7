package dev.myriarch.template;

import java.time.Duration;

/** Every bound of the language in one place. */
final class TemplateLimits {
    /** Length of a template text, in UTF-16 code units: as much as a rendered configuration. */
    static final int TEMPLATE_LENGTH = 1 << 20;

    /** Length of a number in a template or in a text that is converted, in characters. */
    static final int NUMBER_LENGTH = 1000;

    /** Parentheses and blocks inside each other. */
    static final int NESTING = 100;

    /** Variables that are visible at one place. */
    static final int VARIABLES = 1000;

    /** UTF-8 bytes of one value as text, of one result of a function and of the whole output. */
    static final int TEXT_BYTES = 64 * 1024;

    /** UTF-8 bytes of all results of functions in one evaluation. */
    static final long ALL_RESULTS_BYTES = 8L * 1024 * 1024;

    /** What an element of a new list counts at least towards {@link #ALL_RESULTS_BYTES}. */
    static final int ELEMENT_BYTES = 16;

    /** Elements that {@code list} and {@code split} make. */
    static final int LIST_ELEMENTS = 10_000;

    /** {@code range} blocks inside each other. */
    static final int RANGE_NESTING = 3;

    /** Elements that all {@code range} blocks of one evaluation visit. */
    static final int RANGE_ELEMENTS = 10_000;

    /** Time for one evaluation. */
    static final Duration COMPUTE_TIME = Duration.ofSeconds(5);

    /** Width and precision of {@code printf}. */
    static final int FORMAT_NUMBER = 256;

    /** Lists and maps inside each other, where a value is turned into text or returned. */
    static final int VALUE_NESTING = 100;

    /** Characters of a value or of template text that a message may quote. */
    static final int QUOTED_CHARACTERS = 40;

    /** Characters of the message of {@code required}. */
    static final int REQUIRED_CHARACTERS = 200;

    private TemplateLimits() {}
}
