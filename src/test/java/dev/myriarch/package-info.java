/** Tests that look at the whole project. */
@NullMarked
package dev.myriarch;

import org.jspecify.annotations.NullMarked;
