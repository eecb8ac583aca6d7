@NullMarked
package dev.myriarch.json;

import org.jspecify.annotations.NullMarked;
