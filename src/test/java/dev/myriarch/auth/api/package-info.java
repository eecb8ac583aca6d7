/** Authentication of the API. */
@NullMarked
package dev.myriarch.auth.api;

import org.jspecify.annotations.NullMarked;
