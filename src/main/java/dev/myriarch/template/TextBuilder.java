package dev.myriarch.template;

/** Builds a text and stops before it gets longer than {@link TemplateLimits#TEXT_BYTES}. */
final class TextBuilder {
    private final StringBuilder text = new StringBuilder();
    private int bytes;

    TextBuilder append(String part) throws TemplateException {
        // Every code unit is at least one byte: no need to count in what is far too long.
        count(part.length() > TemplateLimits.TEXT_BYTES ? part.length() : Utf8.length(part));
        text.append(part);
        return this;
    }

    /** Appends text whose length in UTF-8 is known. */
    void append(String part, int partBytes) throws TemplateException {
        count(partBytes);
        text.append(part);
    }

    TextBuilder append(int character) throws TemplateException {
        count(Utf8.size(character));
        text.appendCodePoint(character);
        return this;
    }

    TextBuilder repeat(char character, int times) throws TemplateException {
        for (int i = 0; i < times; i++) {
            append(character);
        }
        return this;
    }

    private void count(int added) throws TemplateException {
        if (added > TemplateLimits.TEXT_BYTES - bytes) {
            throw tooLong();
        }
        bytes += added;
    }

    static TemplateException tooLong() {
        return new TemplateException(
                "the text is longer than " + TemplateLimits.TEXT_BYTES / 1024 + " KiB");
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
