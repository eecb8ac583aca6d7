/** SQL of rollouts. */
@NullMarked
package dev.myriarch.rollout.pg;

import org.jspecify.annotations.NullMarked;
