package dev.myriarch.http;

/** The oldest TLS version that is accepted. */
public enum TlsVersion {
    V1_2("TLSv1.3", "TLSv1.2"),
    V1_3("TLSv1.3");

    private final String[] protocols;

    TlsVersion(String... protocols) {
        this.protocols = protocols;
    }

    String[] protocols() {
        return protocols.clone();
    }
}
