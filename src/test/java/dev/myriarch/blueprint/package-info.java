@NullMarked
package dev.myriarch.blueprint;

import org.jspecify.annotations.NullMarked;
