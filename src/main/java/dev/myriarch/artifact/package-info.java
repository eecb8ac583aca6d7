/** Archives that hosts install: records and the store port. */
@NullMarked
package dev.myriarch.artifact;

import org.jspecify.annotations.NullMarked;
