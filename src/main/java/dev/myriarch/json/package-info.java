/** Bounded JSON codec; integers stay integers of any size. */
@NullMarked
package dev.myriarch.json;

import org.jspecify.annotations.NullMarked;
