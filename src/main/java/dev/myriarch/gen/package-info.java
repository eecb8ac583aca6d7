/**
 * Operations and bodies of the REST API. {@code Operation} and the records {@code …Dto} are
 * generated from {@code api/openapi.yaml} at build time; what they rest on is written by hand.
 */
@NullMarked
package dev.myriarch.gen;

import org.jspecify.annotations.NullMarked;
