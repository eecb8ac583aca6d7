/** REST handlers of fleets and GitOps state. */
@NullMarked
package dev.myriarch.gitops.api;

import org.jspecify.annotations.NullMarked;
