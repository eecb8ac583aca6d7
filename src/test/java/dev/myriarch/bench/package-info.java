/** Programs that measure; started by scripts, not by the tests. */
@NullMarked
package dev.myriarch.bench;

import org.jspecify.annotations.NullMarked;
