/** Parameters, layers, rendering and validation of collector configurations. */
@NullMarked
package dev.myriarch.blueprint;

import org.jspecify.annotations.NullMarked;
