/** Counters, gauges, histograms and their text exposition. */
@NullMarked
package dev.myriarch.metrics;

import org.jspecify.annotations.NullMarked;
