/** Whole processes: the server as a user starts it, and real clients. */
@NullMarked
package dev.myriarch.app;

import org.jspecify.annotations.NullMarked;
