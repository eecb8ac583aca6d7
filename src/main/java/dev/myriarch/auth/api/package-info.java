/** REST handlers of login and identity. */
@NullMarked
package dev.myriarch.auth.api;

import org.jspecify.annotations.NullMarked;
