// SPDX-License-Identifier: BSD-2-Clause
// VarHandles of fields, static fields and arrays, and what the class library makes of them.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.invoke.WrongMethodTypeException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

public class Handles {
    int number = 5;
    volatile long wide = 1L << 40;
    String text = "first";
    static int common = 9;

    static void fields() throws ReflectiveOperationException {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        VarHandle number = lookup.findVarHandle(Handles.class, "number", int.class);
        VarHandle wide = lookup.findVarHandle(Handles.class, "wide", long.class);
        VarHandle text = lookup.findVarHandle(Handles.class, "text", String.class);
        VarHandle common = lookup.findStaticVarHandle(Handles.class, "common", int.class);
        Handles made = new Handles();
        System.out.println((int) number.get(made) + " " + (int) number.getAndAdd(made, 3));
        System.out.println(number.compareAndSet(made, 8, 11) + " " + made.number);
        System.out.println(number.compareAndSet(made, 8, 12) + " " + made.number);
        wide.setVolatile(made, -2L);
        System.out.println((long) wide.getAndAdd(made, 1L) + " " + made.wide);
        System.out.println((String) text.getAndSet(made, "second") + " " + made.text);
        text.setRelease(made, null);
        System.out.println((String) text.getAcquire(made));
        common.set(10);
        System.out.println((int) common.getAndAdd(5) + " " + common());
        VarHandle elements = MethodHandles.arrayElementVarHandle(int[].class);
        int[] array = {1, 2, 3};
        System.out.println((int) elements.getAndAdd(array, 1, 40) + " " + array[1]);
        try {
            elements.set(array, 3, 1);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println("there are three elements");
        }
        try {
            number.set((Handles) null, 1);
        } catch (NullPointerException e) {
            System.out.println("there is no object");
        }
        try {
            number.set(made, "a text");
        } catch (WrongMethodTypeException e) {
            System.out.println("a text is no number");
        }
        try {
            String wrong = (String) text.get(new Object());
            System.out.println(wrong);
        } catch (ClassCastException e) {
            System.out.println("the object is of another class");
        }
        try {
            lookup.findVarHandle(Handles.class, "missing", int.class);
        } catch (NoSuchFieldException e) {
            System.out.println("there is no such field");
        }
    }

    static int common() {
        return common;
    }

    static final class Sum extends RecursiveTask<Integer> {
        private final int from;
        private final int to;

        Sum(int from, int to) {
            this.from = from;
            this.to = to;
        }

        @Override
        protected Integer compute() {
            if (to - from < 10) {
                int sum = 0;
                for (int i = from; i < to; ++i)
                    sum += i;
                return sum;
            }
            Sum lower = new Sum(from, (from + to) / 2);
            Sum upper = new Sum((from + to) / 2, to);
            lower.fork();
            return upper.compute() + lower.join();
        }
    }

    public static void main(String[] arguments) throws Exception {
        fields();
        AtomicReference<String> reference = new AtomicReference<>("a");
        String changed = reference.updateAndGet(value -> value + "b");
        System.out.println(changed + " " + new AtomicBoolean());
        LongAdder adder = new LongAdder();
        for (int i = 0; i < 100; ++i)
            adder.add(i);
        System.out.println(adder.sum() + " " + new AtomicIntegerArray(3).addAndGet(1, 6));
        ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>();
        ConcurrentLinkedDeque<Integer> both = new ConcurrentLinkedDeque<>();
        ConcurrentSkipListMap<Integer, String> sorted = new ConcurrentSkipListMap<>();
        for (int i = 0; i < 5; ++i) {
            queue.add(i);
            both.addFirst(i);
            sorted.put(7 * i % 5, "v" + i);
        }
        System.out.println(queue.poll() + " " + queue + " " + both + " " + sorted);
        System.out.println(new ForkJoinPool(3).invoke(new Sum(0, 1000)));
        CompletableFuture<Integer> future = CompletableFuture.supplyAsync(() -> 20);
        CompletableFuture<Integer> next = future.thenApply(value -> value + 1);
        System.out.println(next.thenCombine(future, Integer::sum).get());
    }
}
