/** Credentials. */
@NullMarked
package dev.myriarch.auth;

import org.jspecify.annotations.NullMarked;
