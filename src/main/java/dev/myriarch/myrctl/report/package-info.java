/** What a check found, in the formats that people and CI systems read. */
@NullMarked
package dev.myriarch.myrctl.report;

import org.jspecify.annotations.NullMarked;
