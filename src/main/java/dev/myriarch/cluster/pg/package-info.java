/** The event bus over LISTEN/NOTIFY and the leader by an advisory lock. */
@NullMarked
package dev.myriarch.cluster.pg;

import org.jspecify.annotations.NullMarked;
