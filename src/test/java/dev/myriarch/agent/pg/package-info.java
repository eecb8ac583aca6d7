@NullMarked
package dev.myriarch.agent.pg;

import org.jspecify.annotations.NullMarked;
