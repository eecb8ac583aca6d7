/** Tests of WebSockets: rules by table, sessions over loopback. */
@NullMarked
package dev.myriarch.websocket;

import org.jspecify.annotations.NullMarked;
