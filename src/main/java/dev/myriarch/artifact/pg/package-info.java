/** SQL of artifacts. */
@NullMarked
package dev.myriarch.artifact.pg;

import org.jspecify.annotations.NullMarked;
