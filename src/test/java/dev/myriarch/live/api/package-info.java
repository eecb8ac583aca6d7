/** The stream of live events. */
@NullMarked
package dev.myriarch.live.api;

import org.jspecify.annotations.NullMarked;
