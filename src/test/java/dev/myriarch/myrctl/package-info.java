@NullMarked
package dev.myriarch.myrctl;

import org.jspecify.annotations.NullMarked;
