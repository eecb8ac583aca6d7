/**
 * The {@code [[ ]]} template language: Go's text/template with {@code missingkey=error}, bounded in
 * time and size, without access to anything but its data. Pure and free of I/O.
 */
@NullMarked
package dev.myriarch.template;

import org.jspecify.annotations.NullMarked;
