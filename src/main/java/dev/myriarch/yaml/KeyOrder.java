package dev.myriarch.yaml;

import java.util.Arrays;
import java.util.Collection;

/**
 * The order of keys in go.yaml.in/yaml/v3: numbers inside texts count as numbers ({@code a2} before
 * {@code a10}) and signs come before letters ({@code a_b} before {@code ab}).
 *
 * <p>The order is not transitive for some texts with several digits. The sorting is therefore our
 * own: it starts from the order of the texts, so that equal sets of keys always give equal lists,
 * and it does not check the comparison, as the sorting of the JDK does.
 */
final class KeyOrder {
    private KeyOrder() {}

    static String[] sorted(Collection<String> keys) {
        String[] texts = keys.toArray(String[]::new);
        if (texts.length < 2) {
            return texts;
        }
        Arrays.sort(texts);
        Key[] list = new Key[texts.length];
        Arrays.setAll(list, i -> new Key(texts[i], texts[i].codePoints().toArray()));
        mergeSort(list.clone(), list, 0, list.length);
        Arrays.setAll(texts, i -> list[i].text);
        return texts;
    }

    private record Key(String text, int[] codePoints) {}

    /** Sorts the range of {@code from} into {@code to}; both hold the same at first. */
    private static void mergeSort(Key[] from, Key[] to, int start, int end) {
        if (end - start < 2) {
            return;
        }
        int middle = (start + end) >>> 1;
        mergeSort(to, from, start, middle);
        mergeSort(to, from, middle, end);
        int left = start;
        int right = middle;
        for (int i = start; i < end; i++) {
            boolean takeLeft =
                    left < middle
                            && (right >= end
                                    || !isLess(from[right].codePoints, from[left].codePoints));
            to[i] = takeLeft ? from[left++] : from[right++];
        }
    }

    private static boolean isLess(int[] left, int[] right) {
        int difference = Arrays.mismatch(left, right);
        boolean prefix = difference >= Math.min(left.length, right.length);
        return prefix ? left.length < right.length : isLessAt(left, right, difference);
    }

    /** Decides at the first difference. */
    private static boolean isLessAt(int[] left, int[] right, int at) {
        boolean leftLetter = Character.isLetter(left[at]);
        boolean rightLetter = Character.isLetter(right[at]);
        if (leftLetter && rightLetter) {
            return left[at] < right[at];
        }
        if (leftLetter || rightLetter) {
            boolean afterDigit = at > 0 && Character.isDigit(left[at - 1]);
            return afterDigit ? leftLetter : rightLetter;
        }
        // Zeros inside a number must not be taken for leading zeros.
        boolean insideNumber =
                (left[at] == '0' || right[at] == '0') && followsNonZeroDigit(left, at);
        DigitRun leftRun = DigitRun.of(left, at, insideNumber ? 1 : 0);
        DigitRun rightRun = DigitRun.of(right, at, insideNumber ? 1 : 0);
        if (leftRun.number != rightRun.number) {
            return leftRun.number < rightRun.number;
        }
        if (leftRun.end != rightRun.end) {
            return leftRun.end < rightRun.end;
        }
        return left[at] < right[at];
    }

    private static boolean followsNonZeroDigit(int[] text, int at) {
        for (int i = at - 1; i >= 0 && Character.isDigit(text[i]); i--) {
            if (text[i] != '0') {
                return true;
            }
        }
        return false;
    }

    /** Digits from a position on; the number wraps at 64 bits as it does in Go. */
    private record DigitRun(long number, int end) {
        static DigitRun of(int[] text, int start, long initial) {
            long number = initial;
            int end = start;
            while (end < text.length && Character.isDigit(text[end])) {
                number = number * 10 + (text[end] - '0');
                end++;
            }
            return new DigitRun(number, end);
        }
    }
}
