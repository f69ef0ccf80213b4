// SPDX-License-Identifier: BSD-2-Clause

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Lambdas, references to methods, streams, regular expressions, texts that are joined. */
public class Lambdas {
    final int base = 5;

    int add(int x) {
        return base + x;
    }

    static int twice(int x) {
        return 2 * x;
    }

    public static void main(String[] words) {
        lambdas(3, 1L << 40, "v");
        streams();
        List<String> list = new ArrayList<>(List.of("z"));
        System.out.println("x=" + words.length + " " + 1.5 + 'c' + true + null + list + 7L + 2f);
        System.out.println("a1b22c".replaceAll("[0-9]+", "#") + " " + "k=v".matches("(\\w)=(\\w)"));
    }

    static void lambdas(int factor, long large, String text) {
        Function<Integer, Integer> times = x -> x * factor;
        Supplier<String> joined = () -> text + large;
        IntUnaryOperator twice = Lambdas::twice;
        Function<Integer, Integer> add = new Lambdas()::add;
        Supplier<List<String>> made = ArrayList::new;
        BiFunction<Integer, Integer, Long> product = (x, y) -> (long) x * y;
        System.out.println(times.andThen(add).apply(7) + joined.get() + twice.applyAsInt(21));
        System.out.println(made.get() + " " + product.apply(100_000, 100_000));
        System.out.println(Optional.of("q").map(x -> x + x).orElse("none"));
        Runnable run = () -> System.out.println("run");
        run.run();
    }

    static void streams() {
        System.out.println(
                Stream.of("b", "a", "c")
                        .sorted(Comparator.comparing(x -> x))
                        .map(String::toUpperCase)
                        .collect(Collectors.joining(",")));
        System.out.println(IntStream.rangeClosed(1, 1000).mapToLong(x -> (long) x * x).sum());
        Map<Integer, List<String>> sizes =
                Stream.of("a", "bb", "cc", "ddd").collect(Collectors.groupingBy(String::length));
        System.out.println(sizes);
        System.out.println(
                Arrays.stream(new int[] {3, 1, 2})
                        .boxed()
                        .sorted(Collections.reverseOrder())
                        .collect(Collectors.toList()));
    }
}
