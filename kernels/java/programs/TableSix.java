// SPDX-License-Identifier: BSD-2-Clause
// What THINK's table 6 has of a Java machine (Fassino et al. 2002), in nanoseconds of the clock,
// which in an emulator that counts are instructions: each operation, its loop left out.
public class TableSix {
    private static final int ROUNDS = 10_000;
    private static final int SWITCHES = 1_000;

    private static int sum;
    private static Object made;

    interface Operation {
        void repeat(int times);
    }

    static synchronized void enter() {
    }

    static void call() {
    }

    private static void report(String name, long each) {
        System.out.println("@record {\"of\": \"operation\", \"operation\": \"" + name
                + "\", \"instructions\": " + each + "}");
    }

    /// The second time, when instructions have become what they stay.
    private static long time(Operation operation, int times) {
        operation.repeat(times);
        long begin = System.nanoTime();
        operation.repeat(times);
        return System.nanoTime() - begin;
    }

    private static void measure(String name, Operation operation) {
        long loop = time(times -> {
            for (int i = 0; i < times; ++i)
                continue;
        }, ROUNDS);
        report(name, (time(operation, ROUNDS) - loop) / ROUNDS);
    }

    private static long switches() throws InterruptedException {
        Thread other = new Thread(() -> {
            for (int i = 0; i < 2 * SWITCHES; ++i)
                Thread.yield();
        });
        other.start();
        for (int i = 0; i < SWITCHES / 2; ++i)
            Thread.yield();
        long begin = System.nanoTime();
        for (int i = 0; i < SWITCHES; ++i)
            Thread.yield();
        long end = System.nanoTime();
        other.join();
        return (end - begin) / (2 * SWITCHES);
    }

    public static void main(String[] arguments) throws InterruptedException {
        Object monitor = new Object();
        measure("synchronized(o) {}", times -> {
            for (int i = 0; i < times; ++i)
                synchronized (monitor) {
                    continue;
                }
        });
        measure("a call", times -> {
            for (int i = 0; i < times; ++i)
                call();
        });
        measure("a synchronized call", times -> {
            for (int i = 0; i < times; ++i)
                enter();
        });
        measure("try {} catch (...) {}", times -> {
            for (int i = 0; i < times; ++i)
                try {
                    sum += i;
                } catch (RuntimeException e) {
                    sum = 0;
                }
        });
        Object none = arguments.length > 9 ? monitor : null;
        measure("try {null.x()} catch (...) {}", times -> {
            for (int i = 0; i < times; ++i)
                try {
                    sum += none.hashCode();
                } catch (NullPointerException e) {
                    sum = i;
                }
        });
        RuntimeException thrown = new RuntimeException();
        measure("try {throw} catch (...) {}", times -> {
            for (int i = 0; i < times; ++i)
                try {
                    throw thrown;
                } catch (RuntimeException e) {
                    sum = i;
                }
        });
        measure("new Object()", times -> {
            for (int i = 0; i < times; ++i)
                made = new Object();
        });
        report("Thread.yield() to another thread", switches());
    }
}
