@NullMarked
package dev.myriarch.template;

import org.jspecify.annotations.NullMarked;
