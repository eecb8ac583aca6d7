@NullMarked
package dev.myriarch.opamp;

import org.jspecify.annotations.NullMarked;
