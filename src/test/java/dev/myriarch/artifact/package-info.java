/** Tests of artifacts and package offers. */
@NullMarked
package dev.myriarch.artifact;

import org.jspecify.annotations.NullMarked;
