/** SQL that removes old data. */
@NullMarked
package dev.myriarch.retention.pg;

import org.jspecify.annotations.NullMarked;
