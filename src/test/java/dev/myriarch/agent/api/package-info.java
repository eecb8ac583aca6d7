/** Agents in the API. */
@NullMarked
package dev.myriarch.agent.api;

import org.jspecify.annotations.NullMarked;
