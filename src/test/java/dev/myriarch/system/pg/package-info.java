/** The replicas in PostgreSQL. */
@NullMarked
package dev.myriarch.system.pg;

import org.jspecify.annotations.NullMarked;
