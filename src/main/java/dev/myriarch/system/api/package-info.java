/** What the overview shows of the server and of all capabilities together. */
@NullMarked
package dev.myriarch.system.api;

import org.jspecify.annotations.NullMarked;
