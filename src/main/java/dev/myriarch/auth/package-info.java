/** Credentials, sessions, roles and permissions. */
@NullMarked
package dev.myriarch.auth;

import org.jspecify.annotations.NullMarked;
