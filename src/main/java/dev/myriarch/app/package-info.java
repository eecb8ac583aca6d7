/** Composition root, lifecycle and commands of myriarchd. */
@NullMarked
package dev.myriarch.app;

import org.jspecify.annotations.NullMarked;
