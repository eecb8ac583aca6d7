@NullMarked
package dev.myriarch.config;

import org.jspecify.annotations.NullMarked;
