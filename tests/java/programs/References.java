// SPDX-License-Identifier: BSD-2-Clause
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntFunction;
import java.util.function.LongFunction;
import java.util.function.ObjIntConsumer;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/** References to methods of all kinds, and what lambdas may be beside one interface. */
public class References {
    interface Takes<T> {
        String take(T value);
    }

    interface TakesText {
        String take(String value);
    }

    interface Both extends Takes<String>, TakesText {}

    interface Narrowed extends Takes<String> {
        @Override
        String take(String value);
    }

    /** Who inherits code from it initialises it. */
    interface Announced {
        int NUMBER = announce();

        static int announce() {
            System.out.println("announced");
            return 7;
        }

        int number();

        default int both() {
            return number() + 1;
        }
    }

    interface Marker {}

    interface Three {
        int of(int a, int b, int c);
    }

    interface Own {
        private String hidden() {
            return "private";
        }

        default Supplier<String> reference() {
            return this::hidden;
        }
    }

    static class Base {
        String name() {
            return "base";
        }
    }

    static class Derived extends Base {
        private final int number = 4;

        class Inner {
            int twice() {
                return 2 * number;
            }
        }

        @Override
        String name() {
            return "derived";
        }

        Supplier<String> above() {
            return super::name;
        }

        Supplier<Inner> inner() {
            return Inner::new;
        }
    }

    enum Operation implements IntBinaryOperator {
        add("+", (a, b) -> a + b),
        multiply("*", Math::multiplyExact);

        private final String sign;
        private final IntBinaryOperator function;

        Operation(String sign, IntBinaryOperator function) {
            this.sign = sign;
            this.function = function;
        }

        @Override
        public int applyAsInt(int a, int b) {
            return function.applyAsInt(a, b);
        }
    }

    static int count(int... numbers) {
        return numbers.length;
    }

    static <T extends Comparable<T>> T larger(T a, T b) {
        BinaryOperator<T> choose = (x, y) -> x.compareTo(y) > 0 ? x : y;
        return choose.apply(a, b);
    }

    static void kinds() {
        Function<String, Integer> unbound = String::length;
        Supplier<String> bound = "bound"::toUpperCase;
        Function<Object, String> inherited = Object::toString;
        BiFunction<List<String>, String, Boolean> ofInterface = List::add;
        Function<String, StringBuilder> constructor = StringBuilder::new;
        IntFunction<String[][]> array = String[][]::new;
        Function<int[], int[]> clone = int[]::clone;
        Three variable = References::count;
        List<String> list = new ArrayList<>();
        System.out.println(unbound.apply("four") + bound.get() + inherited.apply(12)
                + ofInterface.apply(list, "x") + list + constructor.apply("made").reverse()
                + array.apply(3).length + clone.apply(new int[] {1, 2})[1] + variable.of(1, 2, 3));
        Derived derived = new Derived();
        Supplier<String> virtual = derived::name;
        System.out.println(virtual.get() + derived.above().get() + derived.inner().get().twice());
        System.out.println(new Own() {}.reference().get());
        Consumer<String> print = System.out::println;
        print.andThen(text -> System.out.println(text.length())).accept("chain");
        ObjIntConsumer<String> mixed = (text, number) -> System.out.println(text + number);
        mixed.accept("mixed", 5);
    }

    static void conversions() {
        LongFunction<Long> box = Long::valueOf;
        ToDoubleFunction<Integer> widen = Integer::intValue;
        ToLongFunction<Short> unbox = x -> x;
        BiFunction<Double, Double, Double> power = Math::max;
        DoubleSupplier fromInt = () -> 7;
        Function<Integer, Object> asObject = x -> x + 1L;
        System.out.println(box.apply(5) + widen.applyAsDouble(7) + unbox.applyAsLong((short) 3)
                + power.apply(2.0, 10.0) + fromInt.getAsDouble() + " " + asObject.apply(1));
        System.out.println(larger("a", "b") + larger(3, 2));
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    static void failures() {
        String none = null;
        try {
            Supplier<String> bound = none::trim;
            System.out.println(bound);
        } catch (NullPointerException e) {
            System.out.println("bound to nothing");
        }
        try {
            Function wrong = (Function<String, Integer>) String::length;
            wrong.apply(5);
        } catch (ClassCastException e) {
            System.out.println("of another class");
        }
        try {
            Supplier<Object> thrower = () -> {
                throw new IllegalStateException("from a lambda");
            };
            thrower.get();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        try {
            Operation.multiply.applyAsInt(1 << 20, 1 << 20);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
    }

    static void further() {
        Both both = text -> text + "?";
        Takes<String> takes = both;
        TakesText takesText = both;
        System.out.println(takes.take("a") + takesText.take("b"));
        Both marked = (Both & Marker) String::trim;
        System.out.println(((Takes<String>) marked).take(" c ") + (marked instanceof Marker));
        Takes<String> kept = (Takes<String> & Marker & Serializable) text -> "m" + text;
        System.out.println(kept.take("d") + (kept instanceof Serializable)
                + (kept instanceof Marker));
        Narrowed narrowed = text -> text + "!";
        Takes<String> wide = narrowed;
        System.out.println(wide.take("e"));
        Announced announced = () -> 4;
        System.out.println("made");
        System.out.println(announced.both() + Announced.NUMBER);
    }

    static void texts(int words) {
        char c = 'x';
        byte b = 1;
        short s = 2;
        long j = 3;
        float f = 1.5f;
        double d = 2.25;
        Object none = null;
        final String constant = "k";
        System.out.println("\1" + c + b + s + j + f + d + none + "\2" + constant + words + true);
        String grown = "";
        for (int i = 0; i < 5; ++i) grown += i + ",";
        grown += 'c';
        System.out.println(grown + new char[0].length);
    }

    public static void main(String[] words) {
        kinds();
        conversions();
        failures();
        further();
        texts(words.length);
        for (Operation each : Operation.values())
            System.out.println(each + each.sign + each.applyAsInt(3, 4));
        Supplier<Supplier<String>> nested = () -> () -> "nested" + words.length;
        System.out.println(nested.get().get());
    }
}
