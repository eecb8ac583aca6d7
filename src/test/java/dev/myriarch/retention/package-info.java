/** Tests of housekeeping. */
@NullMarked
package dev.myriarch.retention;

import org.jspecify.annotations.NullMarked;
