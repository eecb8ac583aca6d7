package dev.myriarch.yaml;

/** A place in a file; line and column count from 1, the column in characters. */
public record Position(int line, int column) implements Comparable<Position> {
    @Override
    public int compareTo(Position other) {
        int order = Integer.compare(line, other.line);
        return order != 0 ? order : Integer.compare(column, other.column);
    }

    @Override
    public String toString() {
        return "line " + line + ", column " + column;
    }
}
