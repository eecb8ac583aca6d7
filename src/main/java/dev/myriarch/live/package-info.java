/** The live event stream: bus events to server-sent events. */
@NullMarked
package dev.myriarch.live;

import org.jspecify.annotations.NullMarked;
