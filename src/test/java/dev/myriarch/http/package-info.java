/** Tests of the HTTP server: parsers by table, the server over loopback with raw sockets. */
@NullMarked
package dev.myriarch.http;

import org.jspecify.annotations.NullMarked;
