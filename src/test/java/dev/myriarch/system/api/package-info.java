/** The server in the API. */
@NullMarked
package dev.myriarch.system.api;

import org.jspecify.annotations.NullMarked;
