package dev.myriarch.app;

import dev.myriarch.base.ErrorCode;
import dev.myriarch.base.MyriarchException;
import dev.myriarch.db.DatabaseException;
import dev.myriarch.http.ApiFilter;
import dev.myriarch.http.ApiHandler;
import dev.myriarch.http.ApiRequest;
import dev.myriarch.http.ApiResponse;
import java.io.IOException;

/** A database that does not answer is no mistake of the server: the caller may try again. */
final class DatabaseOutage implements ApiFilter {
    @Override
    public ApiResponse filter(ApiRequest request, ApiHandler next) throws IOException {
        try {
            return next.handle(request);
        } catch (DatabaseException e) {
            throw translate(e);
        }
    }

    private static RuntimeException translate(DatabaseException e) {
        return switch (e.kind()) {
            case CONNECTION, RESOURCES, TIMEOUT, SERIALIZATION ->
                    new MyriarchException(
                            ErrorCode.UNAVAILABLE,
                            "the database does not answer now; try again",
                            e);
            case UNIQUE, FOREIGN_KEY, CHECK, OTHER -> e;
        };
    }
}
