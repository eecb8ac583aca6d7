/** Inventory of agents: records, decisions and the store port. */
@NullMarked
package dev.myriarch.agent;

import org.jspecify.annotations.NullMarked;
