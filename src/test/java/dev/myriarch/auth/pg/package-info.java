/** Stores of credentials. */
@NullMarked
package dev.myriarch.auth.pg;

import org.jspecify.annotations.NullMarked;
