/** Ids, statuses, attribute view, selectors: what several capabilities speak about. */
@NullMarked
package dev.myriarch.domain;

import org.jspecify.annotations.NullMarked;
