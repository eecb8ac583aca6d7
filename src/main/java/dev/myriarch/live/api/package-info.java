/** REST handler of the event stream. */
@NullMarked
package dev.myriarch.live.api;

import org.jspecify.annotations.NullMarked;
