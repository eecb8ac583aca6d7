/** Rollouts of configurations and versions: records and the store port. */
@NullMarked
package dev.myriarch.rollout;

import org.jspecify.annotations.NullMarked;
