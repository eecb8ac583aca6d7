@NullMarked
package dev.myriarch.yaml;

import org.jspecify.annotations.NullMarked;
