// SPDX-License-Identifier: BSD-2-Clause
// Threads of java.lang: started, joined, interrupted, named; monitors, waits, what nobody catches.
import java.util.ArrayDeque;

public class Threads {
    static final class Channel {
        private final ArrayDeque<Integer> values = new ArrayDeque<>();
        private final int room;

        Channel(int room) {
            this.room = room;
        }

        synchronized void put(int value) throws InterruptedException {
            while (values.size() == room)
                wait();
            values.add(value);
            notifyAll();
        }

        synchronized int take() throws InterruptedException {
            while (values.isEmpty())
                wait();
            notifyAll();
            return values.remove();
        }
    }

    static int counter;
    static volatile boolean isReady;
    static volatile long turns;

    static void producersAndConsumers() throws InterruptedException {
        Channel channel = new Channel(3);
        long[] sums = new long[3];
        Thread[] threads = new Thread[6];
        for (int i = 0; i < 3; ++i) {
            int number = i;
            threads[i] = new Thread(() -> {
                try {
                    for (int j = 0; j < 100; ++j)
                        channel.put(1000 * number + j);
                } catch (InterruptedException e) {
                    System.out.println("a producer was interrupted");
                }
            });
            threads[3 + i] = new Thread(() -> {
                try {
                    for (int j = 0; j < 100; ++j)
                        sums[number] += channel.take();
                } catch (InterruptedException e) {
                    System.out.println("a consumer was interrupted");
                }
            });
        }
        for (Thread each : threads)
            each.start();
        for (Thread each : threads)
            each.join();
        System.out.println("consumed " + (sums[0] + sums[1] + sums[2]));
    }

    static synchronized void count() {
        ++counter;
    }

    static void monitors() throws InterruptedException {
        Thread[] threads = new Thread[8];
        for (int i = 0; i < threads.length; ++i) {
            threads[i] = new Thread(() -> {
                for (int j = 0; j < 200; ++j) {
                    count();
                    if (j % 50 == 0) Thread.yield();
                    synchronized (Threads.class) {
                        synchronized (Threads.class) {
                            ++counter;
                        }
                    }
                }
            });
            threads[i].start();
        }
        for (Thread each : threads)
            each.join();
        System.out.println("counted " + counter);
    }

    static void waits() throws InterruptedException {
        Object monitor = new Object();
        synchronized (monitor) {
            monitor.wait(5);
            boolean hasEntered = Thread.holdsLock(monitor);
            System.out.println("a wait is over by time, and has entered again: " + hasEntered);
        }
        try {
            monitor.wait();
        } catch (IllegalMonitorStateException e) {
            System.out.println(e.getMessage());
        }
        try {
            monitor.notify();
        } catch (IllegalMonitorStateException e) {
            System.out.println(e.getMessage());
        }
        try {
            synchronized (monitor) {
                monitor.wait(-1);
            }
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }

    static void interrupts() throws InterruptedException {
        Object monitor = new Object();
        Thread sleeper = new Thread(() -> {
            try {
                Thread.sleep(1000000);
            } catch (InterruptedException e) {
                System.out.println("interrupted: " + e.getMessage() + " " + Thread.interrupted());
            }
            try {
                synchronized (monitor) {
                    isReady = true;
                    monitor.wait();
                }
            } catch (InterruptedException e) {
                System.out.println("interrupted: " + e.getMessage());
            }
            Thread.currentThread().interrupt();
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                System.out.println("interrupted: " + e.getMessage());
            }
        }, "sleeper");
        System.out.println(sleeper.getState());
        sleeper.start();
        while (sleeper.getState() != Thread.State.TIMED_WAITING)
            Thread.yield();
        sleeper.interrupt();
        while (!isReady || sleeper.getState() != Thread.State.WAITING)
            Thread.sleep(1);
        sleeper.interrupt();
        sleeper.join();
        System.out.println(sleeper.getState() + " " + sleeper.isAlive());
    }

    static void blocks() throws InterruptedException {
        Object monitor = new Object();
        Thread other = new Thread(() -> {
            synchronized (monitor) {
                System.out.println("entered after the owner left");
            }
        }, "other");
        synchronized (monitor) {
            other.start();
            while (other.getState() != Thread.State.BLOCKED)
                Thread.yield();
            System.out.println("leaving");
        }
        other.join();
    }

    static void uncaught() throws InterruptedException {
        Thread failing = new Thread(() -> {
            throw new IllegalStateException("nobody catches this");
        }, "failing");
        failing.start();
        failing.join();
        Thread handled = new Thread(() -> {
            int[] none = new int[0];
            none[1] = 2;
        });
        handled.setUncaughtExceptionHandler(
                (thread, thrown) -> System.out.println("handler: " + thrown.getMessage()));
        handled.start();
        handled.join();
        try {
            handled.start();
        } catch (IllegalThreadStateException e) {
            System.out.println("not started twice");
        }
    }

    static final class Slow {
        static final int value;
        static {
            for (int i = 0; i < 100; ++i)
                Thread.yield();
            value = 42;
        }
    }

    static void initialisation() throws InterruptedException {
        int[] seen = new int[4];
        Thread[] threads = new Thread[seen.length];
        for (int i = 0; i < seen.length; ++i) {
            int number = i;
            threads[i] = new Thread(() -> seen[number] = Slow.value);
            threads[i].start();
        }
        int sum = 0;
        for (int i = 0; i < seen.length; ++i) {
            threads[i].join();
            sum += seen[i];
        }
        System.out.println("all saw the initialised value: " + (sum == 4 * 42));
    }

    static void collections() throws InterruptedException {
        Thread[] threads = new Thread[4];
        boolean[] isRight = new boolean[threads.length];
        for (int i = 0; i < threads.length; ++i) {
            int number = i;
            threads[i] = new Thread(() -> {
                Object[] kept = new Object[64];
                for (int j = 0; j < 3000; ++j) {
                    int[] made = new int[200];
                    made[0] = j;
                    kept[j % kept.length] = made;
                    if (j % 100 == 0) Thread.yield();
                }
                isRight[number] = true;
                for (int j = 0; j < kept.length; ++j)
                    isRight[number] &= ((int[]) kept[j])[0] >= 3000 - kept.length;
            });
            threads[i].start();
        }
        for (Thread each : threads)
            each.join();
        for (boolean each : isRight)
            System.out.println("kept over collections: " + each);
    }

    static void daemons() throws InterruptedException {
        Thread daemon = new Thread(() -> {
            while (true) {
                ++turns;
                Thread.yield();
            }
        });
        daemon.setDaemon(true);
        daemon.start();
        while (turns < 3)
            Thread.yield();
        System.out.println("a daemon runs: " + daemon.isDaemon());
    }

    public static void main(String[] arguments) throws InterruptedException {
        producersAndConsumers();
        monitors();
        waits();
        interrupts();
        blocks();
        uncaught();
        initialisation();
        collections();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("a hook")));
        daemons();
        Thread main = Thread.currentThread();
        new Thread(() -> {
            try {
                main.join();
            } catch (InterruptedException e) {
                return;
            }
            System.out.println("after main, on " + Thread.currentThread().getName());
        }, "last").start();
        System.out.println("main ends");
    }
}
