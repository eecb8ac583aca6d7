@NullMarked
package dev.myriarch.base;

import org.jspecify.annotations.NullMarked;
