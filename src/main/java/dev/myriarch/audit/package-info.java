/** Who did what, with which result. */
@NullMarked
package dev.myriarch.audit;

import org.jspecify.annotations.NullMarked;
