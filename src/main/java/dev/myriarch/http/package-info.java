/** HTTP/1.1 server behind the API of com.sun.net.httpserver, router, SSE, static files. */
@NullMarked
package dev.myriarch.http;

import org.jspecify.annotations.NullMarked;
