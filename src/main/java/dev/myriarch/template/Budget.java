package dev.myriarch.template;

import dev.myriarch.base.Value;
import java.util.function.LongSupplier;

/** What one evaluation may still use. Confined to one evaluation. */
final class Budget {
    private final LongSupplier nanoTime;
    private final long start;
    private long resultBytes;
    private int elements;

    Budget(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.start = nanoTime.getAsLong();
    }

    void checkTime(int offset) throws TemplateException {
        if (nanoTime.getAsLong() - start > TemplateLimits.COMPUTE_TIME.toNanos()) {
            throw new TemplateException(
                    "the template takes longer than "
                            + TemplateLimits.COMPUTE_TIME.toSeconds()
                            + " seconds",
                    offset);
        }
    }

    /** Counts an element that a range visits. */
    void countElement(int offset) throws TemplateException {
        elements++;
        if (elements > TemplateLimits.RANGE_ELEMENTS) {
            throw new TemplateException(
                    "range visits more than " + TemplateLimits.RANGE_ELEMENTS + " elements",
                    offset);
        }
    }

    /**
     * Counts the result of a function.
     *
     * @param built whether a list or map is new, not a part of the data
     */
    void countResult(Value result, boolean built) throws TemplateException {
        if (result instanceof Value.Text || built) {
            long bytes = ValueSize.of(result);
            if (result instanceof Value.Sequence list) {
                bytes =
                        Math.max(
                                bytes,
                                (long) list.elements().size() * TemplateLimits.ELEMENT_BYTES);
            }
            resultBytes += bytes;
        }
        if (resultBytes > TemplateLimits.ALL_RESULTS_BYTES) {
            throw new TemplateException(
                    "all results together are longer than "
                            + (TemplateLimits.ALL_RESULTS_BYTES >> 20)
                            + " MiB");
        }
    }
}
