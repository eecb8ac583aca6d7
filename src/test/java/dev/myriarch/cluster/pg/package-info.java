@NullMarked
package dev.myriarch.cluster.pg;

import org.jspecify.annotations.NullMarked;
