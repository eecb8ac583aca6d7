/** Settings of myriarchd: one record per section, the loader and its problems. */
@NullMarked
package dev.myriarch.config;

import org.jspecify.annotations.NullMarked;
