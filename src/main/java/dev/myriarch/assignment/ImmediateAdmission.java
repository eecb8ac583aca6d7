package dev.myriarch.assignment;

import dev.myriarch.agent.Assignment;
import dev.myriarch.domain.ConfigHash;

/**
 * Admits every change at once, as a rollout policy with one wave of 100 percent would.
 *
 * <p>It stands where the rollout engine is to stand: there are no waves, no approval, no health
 * wait, no maintenance window and no failure threshold here, and the policies of fleets are
 * validated but have no effect. A change in the repository reaches all agents of a fleet that are
 * connected. With the engine this class goes, and its successor admits only what a rollout allows.
 */
public final class ImmediateAdmission implements ChangeAdmission {
    @Override
    public boolean admits(Assignment before, ConfigHash assigned) {
        return true;
    }
}
