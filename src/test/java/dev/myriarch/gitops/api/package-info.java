/** Fleets and repository in the API. */
@NullMarked
package dev.myriarch.gitops.api;

import org.jspecify.annotations.NullMarked;
