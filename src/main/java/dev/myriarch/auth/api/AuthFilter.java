package dev.myriarch.auth.api;

import dev.myriarch.auth.Authentication;
import dev.myriarch.auth.Caller;
import dev.myriarch.auth.Principal;
import dev.myriarch.auth.RequestAuthenticator;
import dev.myriarch.auth.Session;
import dev.myriarch.base.ErrorCode;
import dev.myriarch.base.MyriarchException;
import dev.myriarch.http.ApiFilter;
import dev.myriarch.http.ApiHandler;
import dev.myriarch.http.ApiRequest;
import dev.myriarch.http.ApiResponse;
import dev.myriarch.http.ClientAddress;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;

/**
 * Lets a request pass when its route is {@code public} or {@code custom}, or when its caller is
 * known, proved not to be a foreign site, and has the permission of the route. Leaves {@link
 * Caller} and {@link Principal} for the handler.
 */
public final class AuthFilter implements ApiFilter {
    static final String CSRF_HEADER = "X-CSRF-Token";

    private static final Set<String> SAFE_METHODS = Set.of("GET", "HEAD");

    private final RequestAuthenticator authenticator;

    public AuthFilter(RequestAuthenticator authenticator) {
        this.authenticator = authenticator;
    }

    @Override
    public ApiResponse filter(ApiRequest request, ApiHandler next) throws IOException {
        String permission = request.route().permission();
        if (permission.equals("public") || permission.equals("custom")) {
            return next.handle(request);
        }
        return switch (authenticate(request)) {
            case Authentication.Known(Caller caller) -> {
                requireSameSite(request, caller);
                requirePermission(caller, permission);
                request.attribute(Caller.class, caller);
                request.attribute(Principal.class, caller.principal());
                yield next.handle(request);
            }
            case Authentication.Anonymous _ ->
                    throw Refusals.unauthorized(
                            "sign in, or send an API token as Authorization: Bearer");
            case Authentication.Invalid _ ->
                    throw Refusals.unauthorized(
                            "the session or the API token is not valid any more; sign in again");
            case Authentication.TooMany(Duration retryAfter) -> throw Refusals.tooMany(retryAfter);
            case Authentication.Unavailable(RuntimeException cause) ->
                    throw new MyriarchException(
                            ErrorCode.UNAVAILABLE,
                            "credentials cannot be checked now; try again",
                            cause);
        };
    }

    private Authentication authenticate(ApiRequest request) {
        return authenticator.authenticate(
                request.header("Authorization"),
                request.cookie(SessionCookie.NAME),
                ClientAddress.limiterKey(request.clientAddress()));
    }

    /** A browser sends the cookie along for any site; only our own pages know the token. */
    private static void requireSameSite(ApiRequest request, Caller caller) {
        if (caller.session().isEmpty() || SAFE_METHODS.contains(request.route().method())) {
            return;
        }
        Session session = caller.session().get();
        if (!request.header(CSRF_HEADER).map(session.csrfToken()::matches).orElse(false)) {
            throw new MyriarchException(
                    ErrorCode.CSRF_FAILED,
                    "the header "
                            + CSRF_HEADER
                            + " must carry the csrfToken of GET /api/v1/me; reload the page");
        }
    }

    private static void requirePermission(Caller caller, String permission) {
        Principal principal = caller.principal();
        if (!principal.role().permits(permission)) {
            throw new MyriarchException(
                    ErrorCode.FORBIDDEN,
                    "the role "
                            + principal.role().text()
                            + " does not have the permission "
                            + permission);
        }
    }
}
