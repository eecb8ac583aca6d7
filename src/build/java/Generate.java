/** Placeholder. */
public final class Generate {
    public static void main(String[] args) {}
}
