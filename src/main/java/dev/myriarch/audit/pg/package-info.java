/** The audit log in PostgreSQL. */
@NullMarked
package dev.myriarch.audit.pg;

import org.jspecify.annotations.NullMarked;
