@NullMarked
package dev.myriarch.metrics;

import org.jspecify.annotations.NullMarked;
