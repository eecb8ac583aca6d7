@NullMarked
package dev.myriarch.cluster;

import org.jspecify.annotations.NullMarked;
