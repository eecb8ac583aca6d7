/** SQL of the replica registry. */
@NullMarked
package dev.myriarch.system.pg;

import org.jspecify.annotations.NullMarked;
