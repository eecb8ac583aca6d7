/** Reads the GitOps repository from where it is. */
@NullMarked
package dev.myriarch.gitops.io;

import org.jspecify.annotations.NullMarked;
