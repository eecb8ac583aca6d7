/** Tests of the SQL of releases. */
@NullMarked
package dev.myriarch.release.pg;

import org.jspecify.annotations.NullMarked;
