/** Puts YAML files into one form without changing what they say. */
@NullMarked
package dev.myriarch.yaml.format;

import org.jspecify.annotations.NullMarked;
