// SPDX-License-Identifier: BSD-2-Clause

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.TreeMap;

/** Collections, arrays, random numbers; enough objects for many collections of the heap. */
public class Containers {
    public static void main(String[] words) {
        lists();
        maps();
        arrays();
        garbage();
    }

    static void lists() {
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < 1000; i++) numbers.add(i * 7919 % 1000);
        Collections.sort(numbers);
        long sum = 0;
        for (int each : numbers) sum += each;
        System.out.println(sum + " " + numbers.get(0) + " " + numbers.get(999));
        LinkedList<String> words = new LinkedList<>();
        for (String each : "the quick brown fox".split(" ")) words.addFirst(each);
        System.out.println(words + " " + String.join("-", words));
        PriorityQueue<Integer> queue = new PriorityQueue<>(Comparator.reverseOrder());
        for (int i = 0; i < 10; i++) queue.add(i * 37 % 11);
        System.out.println(queue.poll() + " " + queue.poll());
    }

    static void maps() {
        Map<String, Integer> counts = new HashMap<>();
        for (int i = 0; i < 500; i++) counts.put("k" + i % 50, i);
        System.out.println(new TreeMap<>(counts));
        BitSet bits = new BitSet();
        bits.set(3);
        bits.set(77);
        System.out.println(bits);
        Random random = new Random(42);
        System.out.println(random.nextInt(100) + " " + random.nextLong());
        System.out.println(random.nextDouble() + " " + random.nextGaussian());
    }

    static void arrays() {
        int[][] grid = new int[3][4];
        grid[2][3] = 7;
        System.out.println(Arrays.deepToString(grid));
        System.out.println(Arrays.toString(new double[] {1.5, 2, 1e10, 1e-5}));
        Object[] texts = {"b", "a", "c"};
        Arrays.sort(texts);
        System.out.println(Arrays.asList(texts.clone()) + " " + Arrays.hashCode(new int[] {1, 2}));
    }

    static void garbage() {
        Map<Integer, String> kept = new HashMap<>();
        for (int i = 0; i < 150_000; i++) kept.put(i % 500, "x" + i);
        long hash = 0;
        for (int i = 0; i < 500; i++) hash = hash * 31 + kept.get(i).hashCode();
        System.out.println(hash);
    }
}
