/** Tests of the replica registry and the key-value store against PostgreSQL. */
@NullMarked
package dev.myriarch.system.pg;

import org.jspecify.annotations.NullMarked;
