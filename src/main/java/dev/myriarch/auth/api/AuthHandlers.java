package dev.myriarch.auth.api;

import dev.myriarch.audit.AuditEvent;
import dev.myriarch.audit.AuditLog;
import dev.myriarch.auth.AuthServices;
import dev.myriarch.auth.Caller;
import dev.myriarch.auth.PasswordLogin;
import dev.myriarch.auth.Principal;
import dev.myriarch.auth.Session;
import dev.myriarch.auth.Sessions;
import dev.myriarch.base.ErrorCode;
import dev.myriarch.base.MyriarchException;
import dev.myriarch.base.Value;
import dev.myriarch.cluster.BusEvent;
import dev.myriarch.cluster.EventBus;
import dev.myriarch.gen.LoginOptionsDto;
import dev.myriarch.gen.LoginRequestDto;
import dev.myriarch.gen.MeDto;
import dev.myriarch.gen.Operation;
import dev.myriarch.http.ApiHandler;
import dev.myriarch.http.ApiRequest;
import dev.myriarch.http.ApiResponse;
import dev.myriarch.http.ClientAddress;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Sign-in, sign-out and who I am. Thread-safe. */
public final class AuthHandlers {
    private final AuthServices auth;
    private final EventBus bus;
    private final AuditLog audit;
    private final InstantSource clock;
    private final SessionCookie cookie;

    /**
     * @param cookieSecure whether browsers send the session cookie over https only
     */
    public AuthHandlers(
            AuthServices auth,
            EventBus bus,
            AuditLog audit,
            InstantSource clock,
            boolean cookieSecure) {
        this.auth = auth;
        this.bus = bus;
        this.audit = audit;
        this.clock = clock;
        cookie = new SessionCookie(cookieSecure);
    }

    public Map<Operation, ApiHandler> handlers() {
        return Map.of(
                Operation.GET_LOGIN_OPTIONS, _ -> loginOptions(),
                Operation.PASSWORD_LOGIN, this::login,
                Operation.LOGOUT, this::logout,
                Operation.GET_ME, AuthHandlers::me);
    }

    private ApiResponse loginOptions() {
        return ApiResponse.json(
                new LoginOptionsDto(auth.passwordLogin().isOffered(), false).toValue());
    }

    private ApiResponse login(ApiRequest request) throws IOException {
        requireJson(request);
        LoginRequestDto login = LoginRequestDto.read(request.json());
        PasswordLogin.Outcome outcome =
                auth.passwordLogin()
                        .login(
                                login.username(),
                                login.password(),
                                ClientAddress.limiterKey(request.clientAddress()));
        return switch (outcome) {
            case PasswordLogin.Outcome.SignedIn(Sessions.Issued issued) -> {
                Principal principal = issued.session().user().principal();
                record("auth.login", principal.reference(), login.username(), true, request);
                yield ApiResponse.json(me(principal, Optional.of(issued.session())).toValue())
                        .withHeader("Set-Cookie", cookie.of(issued.cookie()));
            }
            case PasswordLogin.Outcome.Refused _ -> {
                record("auth.login", "anonymous", login.username(), false, request);
                throw Refusals.unauthorized("the user name or the password is wrong");
            }
            case PasswordLogin.Outcome.TooMany(Duration retryAfter) ->
                    throw Refusals.tooMany(retryAfter);
        };
    }

    /** A form of a foreign site cannot send this type, so nobody is signed in from outside. */
    private static void requireJson(ApiRequest request) {
        String type = request.header("Content-Type").orElse("").toLowerCase(Locale.ROOT);
        if (!type.equals("application/json") && !type.startsWith("application/json;")) {
            throw new MyriarchException(
                    ErrorCode.UNSUPPORTED_MEDIA_TYPE, "send the body as application/json");
        }
    }

    private ApiResponse logout(ApiRequest request) {
        Caller caller = caller(request);
        Session session =
                caller.session()
                        .orElseThrow(() ->
                                new MyriarchException(
                                        ErrorCode.BAD_REQUEST,
                                        "an API token has no session that could end"));
        auth.sessions().end(session);
        bus.publish(new BusEvent.CredentialsChanged());
        record(
                "auth.logout",
                caller.principal().reference(),
                caller.principal().displayName(),
                true,
                request);
        return ApiResponse.noContent().withHeader("Set-Cookie", cookie.removal());
    }

    private static ApiResponse me(ApiRequest request) {
        Caller caller = caller(request);
        return ApiResponse.json(me(caller.principal(), caller.session()).toValue());
    }

    private static MeDto me(Principal principal, Optional<Session> session) {
        return new MeDto(
                principal.displayName(),
                principal.role().text(),
                principal.role().permissions(),
                session.map(each -> each.csrfToken().reveal()));
    }

    private static Caller caller(ApiRequest request) {
        return request.attribute(Caller.class)
                .orElseThrow(() -> new IllegalStateException("the AuthFilter comes first"));
    }

    private void record(
            String action, String actor, String user, boolean success, ApiRequest request) {
        audit.record(
                new AuditEvent(
                        clock.instant(),
                        actor,
                        action,
                        "user",
                        user,
                        success,
                        Value.ofTexts(
                                Map.of(
                                        "clientAddress",
                                        request.clientAddress().getHostAddress()))));
    }
}
