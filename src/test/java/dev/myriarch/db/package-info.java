@NullMarked
package dev.myriarch.db;

import org.jspecify.annotations.NullMarked;
