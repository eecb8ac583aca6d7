/** REST handlers of agents. */
@NullMarked
package dev.myriarch.agent.api;

import org.jspecify.annotations.NullMarked;
