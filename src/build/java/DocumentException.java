/** The OpenAPI document cannot be turned into Java; the message says where and what to do. */
public final class DocumentException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public DocumentException(String where, String what) {
        super(where + ": " + what);
    }
}
