/** OpAMP endpoint: framing, admission, sessions, reconcile and push. */
@NullMarked
package dev.myriarch.opamp;

import org.jspecify.annotations.NullMarked;
