/** YAML with positions, and the canonical YAML writer. */
@NullMarked
package dev.myriarch.yaml;

import org.jspecify.annotations.NullMarked;
