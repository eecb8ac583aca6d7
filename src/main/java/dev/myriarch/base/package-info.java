/** Values and identifiers that every other package uses; no I/O, no clock of its own. */
@NullMarked
package dev.myriarch.base;

import org.jspecify.annotations.NullMarked;
