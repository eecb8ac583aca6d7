/** Which fleet and which configuration an agent gets. */
@NullMarked
package dev.myriarch.assignment;

import org.jspecify.annotations.NullMarked;
