/** Releases of collectors and supervisors: records and the store port. */
@NullMarked
package dev.myriarch.release;

import org.jspecify.annotations.NullMarked;
