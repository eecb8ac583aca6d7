/** Tests of the agent inventory. */
@NullMarked
package dev.myriarch.agent;

import org.jspecify.annotations.NullMarked;
