@NullMarked
package dev.myriarch.domain;

import org.jspecify.annotations.NullMarked;
