/** JDBC layer over PostgreSQL: pool, transactions, migrations, embedded server for development. */
@NullMarked
package dev.myriarch.db;

import org.jspecify.annotations.NullMarked;
