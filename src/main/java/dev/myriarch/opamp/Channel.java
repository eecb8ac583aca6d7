package dev.myriarch.opamp;

import dev.myriarch.opamp.proto.ServerToAgent;
import java.io.IOException;

/** The way to an agent outside of answers. Thread-safe. */
interface Channel {
    void send(ServerToAgent message) throws IOException;

    void close(int code, String reason);
}
