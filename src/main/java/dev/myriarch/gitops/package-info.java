/** Objects of the GitOps repository, issues, snapshot and sync. */
@NullMarked
package dev.myriarch.gitops;

import org.jspecify.annotations.NullMarked;
