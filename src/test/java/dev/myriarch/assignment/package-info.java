@NullMarked
package dev.myriarch.assignment;

import org.jspecify.annotations.NullMarked;
