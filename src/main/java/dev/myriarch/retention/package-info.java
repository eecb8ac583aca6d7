/** How long data is kept, and its removal. */
@NullMarked
package dev.myriarch.retention;

import org.jspecify.annotations.NullMarked;
