@NullMarked
package dev.myriarch.gitops.io;

import org.jspecify.annotations.NullMarked;
