@NullMarked
package dev.myriarch.system;

import org.jspecify.annotations.NullMarked;
