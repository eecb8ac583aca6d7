/** SQL of users, sessions and tokens. */
@NullMarked
package dev.myriarch.auth.pg;

import org.jspecify.annotations.NullMarked;
