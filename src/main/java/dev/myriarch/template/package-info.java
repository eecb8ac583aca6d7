/** The [[ ]] template language. */
@NullMarked
package dev.myriarch.template;

import org.jspecify.annotations.NullMarked;
