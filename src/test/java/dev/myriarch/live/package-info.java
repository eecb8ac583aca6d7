/** Live events. */
@NullMarked
package dev.myriarch.live;

import org.jspecify.annotations.NullMarked;
