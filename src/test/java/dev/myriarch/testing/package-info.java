/** What tests share: clocks, waiting, databases, processes. */
@NullMarked
package dev.myriarch.testing;

import org.jspecify.annotations.NullMarked;
