package dev.myriarch.assignment;

import dev.myriarch.agent.Assignment;
import dev.myriarch.domain.ConfigHash;

/**
 * Decides whether an agent that has a configuration may be offered another one at once. It is not
 * asked for an agent that has none yet or that moved to another fleet: those get theirs at once in
 * any case.
 */
@FunctionalInterface
public interface ChangeAdmission {
    /**
     * @param before the stored assignment
     * @param assigned what the active snapshot renders, different from what is offered now
     * @return true to offer {@code assigned} now, false to leave that to somebody else
     */
    boolean admits(Assignment before, ConfigHash assigned);
}
