@NullMarked
package dev.myriarch.assignment.pg;

import org.jspecify.annotations.NullMarked;
