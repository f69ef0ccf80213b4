// SPDX-License-Identifier: BSD-2-Clause
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Records, sealed types, patterns of instanceof, switches, text blocks. */
public class Records {
    record Nothing() {}

    record Point(int x, int y) implements Comparable<Point> {
        static final Point origin = new Point(0, 0);

        Point {
            if (x < -1000) throw new IllegalArgumentException("x is " + x);
        }

        Point(int both) {
            this(both, both);
        }

        double distance() {
            return Math.sqrt((double) x * x + (double) y * y);
        }

        @Override
        public int compareTo(Point other) {
            return Integer.compare(x, other.x);
        }
    }

    record Numbers(boolean z, byte b, char c, short s, int i, long j, float f, double d) {}

    record Pair<A, B>(A first, B second) {}

    record Arrays(int[] numbers, String... words) {}

    record Named(String name) {
        @Override
        public String toString() {
            return "<" + name + ">";
        }
    }

    record Loud(String name) {
        @Override
        public boolean equals(Object other) {
            System.out.println("compares " + name);
            return other instanceof Loud loud && name.equals(loud.name);
        }

        @Override
        public int hashCode() {
            System.out.println("hashes " + name);
            return name.hashCode();
        }
    }

    sealed interface Shape permits Circle, Square, Rest {}

    record Circle(double radius) implements Shape {}

    record Square(double side) implements Shape {}

    static final class Rest implements Shape {}

    enum Colour {
        red,
        green {
            @Override
            int weight() {
                return 20;
            }
        },
        blue;

        int weight() {
            return ordinal();
        }
    }

    static String area(Shape shape) {
        if (shape instanceof Circle circle && circle.radius() > 0)
            return "circle " + circle.radius() * circle.radius() * 3;
        if (shape instanceof Square square) return "square " + square.side() * square.side();
        return shape.getClass().isRecord() + " " + (shape instanceof Rest);
    }

    static String word(String text) {
        return switch (text) {
            case "Aa", "x" -> "first";
            case "BB" -> { // whose hash is that of Aa
                String twice = text + text;
                yield twice;
            }
            default -> "none of " + text.length();
        };
    }

    static int old(String text) {
        int sum = 0;
        switch (text) {
            case "one":
                sum += 1;
            case "two":
                sum += 2;
                break;
            default:
                sum = -1;
        }
        return sum;
    }

    static int colour(Colour colour) {
        return switch (colour) {
            case red -> 1;
            case green -> 2 + colour.weight();
            case blue -> 3;
        };
    }

    static void equality() {
        Numbers one =
                new Numbers(true, (byte) -1, 'q', (short) 300, 1 << 30, 1L << 40, -0f, 0.0 / 0);
        System.out.println(one + " " + one.hashCode());
        System.out.println(one.equals(
                new Numbers(true, (byte) -1, 'q', (short) 300, 1 << 30, 1L << 40, -0f, 0.0 / 0)));
        System.out.println(one.equals(
                new Numbers(true, (byte) -1, 'q', (short) 300, 1 << 30, 1L << 40, 0f, 0.0 / 0)));
        System.out.println(one.equals(
                new Numbers(false, (byte) -1, 'q', (short) 300, 1 << 30, 1L << 40, -0f, 0.0 / 0)));
        System.out.println(one.equals(
                new Numbers(true, (byte) -1, 'q', (short) 300, 1 << 30, 2L << 40, -0f, 0.0 / 0)));
        System.out.println(new Point(3, 4).equals(null) + " " + new Point(3).equals("(3, 3)"));
        System.out.println(new Nothing() + " " + new Nothing().equals(new Nothing()) + " "
                + new Nothing().hashCode());
        Pair<Loud, Loud> left = new Pair<>(new Loud("a"), new Loud("b"));
        System.out.println(left.equals(new Pair<>(new Loud("a"), new Loud("b"))));
        System.out.println(left.equals(new Pair<>(new Loud("c"), new Loud("d"))));
        System.out.println(left.hashCode());
        Pair<String, Object> empty = new Pair<>(null, null);
        System.out.println(empty + " " + empty.hashCode() + " "
                + empty.equals(new Pair<>(null, 1)));
        int[] shared = {1};
        Arrays arrays = new Arrays(shared, "u", "v");
        System.out.println(arrays.equals(new Arrays(shared, arrays.words())) + " "
                + arrays.equals(new Arrays(new int[] {1}, arrays.words())) + " "
                + arrays.words()[1]);
    }

    static void collections() {
        Map<Point, String> places = new HashMap<>();
        places.put(new Point(1, 2), "here");
        System.out.println(places.get(new Point(1, 2)) + " " + places.containsKey(Point.origin));
        List<Point> points = new ArrayList<>(List.of(new Point(3), new Point(1), new Point(2)));
        points.sort(null);
        System.out.println(points + " " + points.get(2).distance());
        System.out.println(new TreeMap<>(Map.of(new Point(5, 1), new Named("n"))));
        Stream<Pair<String, Integer>> pairs = Stream.of(new Pair<>("a", 1), new Pair<>("a", 3));
        System.out.println(pairs.collect(
                Collectors.groupingBy(Pair::first, Collectors.summingInt(Pair::second))));
        System.out.println(Set.of(new Pair<>(1, 2)).contains(new Pair<>(1, 2)));
        record Local(String text, List<Point> points) {}
        System.out.println(new Local("t", points));
    }

    public static void main(String[] words) {
        equality();
        collections();
        for (Shape each : new Shape[] {new Circle(2), new Circle(-1), new Square(3), new Rest()})
            System.out.println(area(each));
        for (String each : new String[] {"Aa", "BB", "x", "other"}) System.out.println(word(each));
        System.out.println(old("one") + " " + old("two") + " " + old("three"));
        for (Colour each : Colour.values()) System.out.println(each + " " + colour(each));
        System.out.println("""
                A text of
                  several "lines" \
                here.""");
        try {
            System.out.println(new Point(-1001, 0));
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        Object object = 7;
        if (!(object instanceof Integer number)) throw new AssertionError();
        System.out.println(number + 1);
    }
}
