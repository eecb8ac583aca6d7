@NullMarked
package dev.myriarch.gitops.pg;

import org.jspecify.annotations.NullMarked;
