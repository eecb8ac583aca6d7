/** The command line for the CI of a GitOps repository: the code of the server, without a server. */
@NullMarked
package dev.myriarch.myrctl;

import org.jspecify.annotations.NullMarked;
