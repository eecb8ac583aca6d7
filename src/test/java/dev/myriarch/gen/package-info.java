/** The contract with the API document. */
@NullMarked
package dev.myriarch.gen;

import org.jspecify.annotations.NullMarked;
