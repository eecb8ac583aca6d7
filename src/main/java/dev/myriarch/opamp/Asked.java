package dev.myriarch.opamp;

import java.time.Instant;
import java.util.Optional;

/**
 * What an agent was asked for on its connection, and is to be asked for.
 *
 * @param fullStateWanted something was lost on our side, so the next answer asks for everything
 * @param fullStateAt when everything was asked for last
 * @param componentsAt when the component set was asked for and did not come yet
 */
record Asked(
        boolean fullStateWanted, Optional<Instant> fullStateAt, Optional<Instant> componentsAt) {
    static final Asked NOTHING = new Asked(false, Optional.empty(), Optional.empty());

    Asked withFullStateWanted(boolean wanted) {
        return wanted == fullStateWanted ? this : new Asked(wanted, fullStateAt, componentsAt);
    }

    /** The next answer asks for everything. */
    Asked withFullState(Instant at) {
        return new Asked(false, Optional.of(at), componentsAt);
    }

    Asked withComponents(Optional<Instant> at) {
        return new Asked(fullStateWanted, fullStateAt, at);
    }
}
