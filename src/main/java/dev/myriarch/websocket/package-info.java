/** RFC 6455: frames, message rules, sessions. */
@NullMarked
package dev.myriarch.websocket;

import org.jspecify.annotations.NullMarked;
