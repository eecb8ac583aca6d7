/** Leader, replicas and event bus: interfaces and their in-process versions. */
@NullMarked
package dev.myriarch.cluster;

import org.jspecify.annotations.NullMarked;
