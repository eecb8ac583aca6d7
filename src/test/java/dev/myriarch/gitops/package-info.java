@NullMarked
package dev.myriarch.gitops;

import org.jspecify.annotations.NullMarked;
