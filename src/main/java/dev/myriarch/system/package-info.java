/** The server itself: what it is and which replicas there are. */
@NullMarked
package dev.myriarch.system;

import org.jspecify.annotations.NullMarked;
