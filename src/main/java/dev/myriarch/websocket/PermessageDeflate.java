package dev.myriarch.websocket;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Negotiation of the extension permessage-deflate (RFC 7692 section 7.1). Neither side ever keeps a
 * context from one message to the next: it would cost 300 KiB per connection, and a secret in one
 * message could be guessed from the length of another.
 */
final class PermessageDeflate {
    static final String HEADER = "Sec-WebSocket-Extensions";

    private static final String NAME = "permessage-deflate";
    private static final String SERVER_NO_CONTEXT = "server_no_context_takeover";
    private static final String CLIENT_NO_CONTEXT = "client_no_context_takeover";
    private static final String SERVER_BITS = "server_max_window_bits";
    private static final String CLIENT_BITS = "client_max_window_bits";
    private static final Set<String> BITS = Set.of("8", "9", "10", "11", "12", "13", "14", "15");

    /** The only window that the compressor of the JDK has. */
    private static final String OWN_BITS = "15";

    /** What a client offers, and the answer of a server but for the window that it was asked. */
    static final String OFFER = NAME + "; " + SERVER_NO_CONTEXT + "; " + CLIENT_NO_CONTEXT;

    private PermessageDeflate() {}

    /**
     * The answer of a server to the first offer that it can keep; empty when there is none, and the
     * extension is not used.
     */
    static Optional<String> answer(List<Extension> offers) {
        return offers.stream()
                .filter(offer -> offer.name().equals(NAME) && canKeep(offer))
                .findFirst()
                .map(offer ->
                        asked(offer, SERVER_BITS)
                                ? OFFER + "; " + SERVER_BITS + "=" + OWN_BITS
                                : OFFER);
    }

    /** An offer with a parameter that is unknown, repeated or malformed is declined. */
    private static boolean canKeep(Extension offer) {
        return distinct(offer)
                && offer.parameters().stream()
                        .allMatch(parameter ->
                                switch (parameter.name()) {
                                    case SERVER_NO_CONTEXT, CLIENT_NO_CONTEXT ->
                                            parameter.value().isEmpty();
                                    case SERVER_BITS ->
                                            parameter.value().equals(Optional.of(OWN_BITS));
                                    case CLIENT_BITS ->
                                            parameter.value().map(BITS::contains).orElse(true);
                                    default -> false;
                                });
    }

    /**
     * Whether the answer of a server to {@link #OFFER} is one that it may give: this extension
     * alone, with a context that ends with each message, and no parameter that was not offered.
     */
    static boolean isAnswer(List<Extension> answer) {
        return answer.size() == 1
                && answer.getFirst().name().equals(NAME)
                && distinct(answer.getFirst())
                && asked(answer.getFirst(), SERVER_NO_CONTEXT)
                && answer.getFirst().parameters().stream()
                        .allMatch(parameter ->
                                switch (parameter.name()) {
                                    case SERVER_NO_CONTEXT, CLIENT_NO_CONTEXT ->
                                            parameter.value().isEmpty();
                                    case SERVER_BITS ->
                                            parameter.value().map(BITS::contains).orElse(false);
                                    default -> false;
                                });
    }

    private static boolean asked(Extension extension, String parameter) {
        return extension.parameters().stream().anyMatch(each -> each.name().equals(parameter));
    }

    private static boolean distinct(Extension extension) {
        Set<String> names = new HashSet<>();
        return extension.parameters().stream().allMatch(each -> names.add(each.name()));
    }
}
