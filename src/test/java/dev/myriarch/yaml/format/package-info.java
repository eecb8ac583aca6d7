@NullMarked
package dev.myriarch.yaml.format;

import org.jspecify.annotations.NullMarked;
