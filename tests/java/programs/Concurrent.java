// SPDX-License-Identifier: BSD-2-Clause
// java.util.concurrent: executors, futures, maps, latches, queues, locks, atomic numbers.
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class Concurrent {
    static void executors() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        List<Future<Integer>> squares = new ArrayList<>();
        for (int i = 0; i < 20; ++i) {
            int number = i;
            squares.add(pool.submit(() -> number * number));
        }
        int sum = 0;
        for (Future<Integer> each : squares)
            sum += each.get();
        System.out.println("squares " + sum);
        Future<Integer> failing = pool.submit(() -> {
            if (squares.size() > 1) throw new IllegalStateException("no result");
            return 1;
        });
        try {
            failing.get();
        } catch (ExecutionException e) {
            System.out.println(e.getCause());
        }
        CountDownLatch never = new CountDownLatch(1);
        Future<?> waiting = pool.submit(() -> {
            never.await();
            return 1;
        });
        try {
            waiting.get(10, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            System.out.println("not done yet: " + waiting.isDone());
        }
        System.out.println(waiting.cancel(true) + " " + waiting.isCancelled());
        pool.shutdown();
        System.out.println(pool.awaitTermination(10, TimeUnit.SECONDS) + " " + pool.isTerminated());
    }

    static void maps() throws InterruptedException {
        ConcurrentHashMap<String, Integer> counts = new ConcurrentHashMap<>();
        ConcurrentHashMap<Integer, Integer> numbers = new ConcurrentHashMap<>();
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; ++i) {
            int number = i;
            threads[i] = new Thread(() -> {
                for (int j = 0; j < 300; ++j) {
                    counts.merge("word" + j % 7, 1, Integer::sum);
                    numbers.put(number * 1000 + j, j);
                    if (j % 64 == 0) Thread.yield();
                }
            });
            threads[i].start();
        }
        for (Thread each : threads)
            each.join();
        int all = 0;
        for (int each : counts.values())
            all += each;
        System.out.println(counts.size() + " words " + all + " " + counts.get("word3"));
        int added = counts.computeIfAbsent("new", key -> key.length());
        System.out.println(numbers.size() + " " + added);
    }

    static void latches() throws Exception {
        CountDownLatch latch = new CountDownLatch(3);
        AtomicInteger atomic = new AtomicInteger();
        AtomicLong wide = new AtomicLong(1L << 40);
        for (int i = 0; i < 3; ++i) {
            new Thread(() -> {
                for (int j = 0; j < 500; ++j) {
                    atomic.incrementAndGet();
                    wide.addAndGet(3);
                }
                latch.countDown();
            }).start();
        }
        latch.await();
        System.out.println(atomic.get() + " " + wide.get() + " " + latch.getCount());
        System.out.println(new CountDownLatch(1).await(5, TimeUnit.MILLISECONDS));
        Runnable tell = () -> System.out.println("all are at the barrier");
        CyclicBarrier barrier = new CyclicBarrier(3, tell);
        for (int i = 0; i < 2; ++i)
            new Thread(() -> {
                try {
                    barrier.await();
                } catch (Exception e) {
                    System.out.println(e);
                }
            }).start();
        barrier.await();
    }

    static void queues() throws InterruptedException {
        BlockingQueue<Integer> small = new ArrayBlockingQueue<>(2);
        BlockingQueue<String> results = new LinkedBlockingQueue<>();
        Thread consumer = new Thread(() -> {
            int sum = 0;
            try {
                for (int value = small.take(); value >= 0; value = small.take())
                    sum += value;
                results.put("sum " + sum);
            } catch (InterruptedException e) {
                System.out.println(e);
            }
        });
        consumer.start();
        for (int i = 1; i <= 100; ++i)
            small.put(i);
        small.put(-1);
        System.out.println(results.take() + " " + results.poll(3, TimeUnit.MILLISECONDS));
    }

    static void locks() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Condition changed = lock.newCondition();
        int[] value = new int[1];
        Thread other = new Thread(() -> {
            lock.lock();
            try {
                while (value[0] == 0)
                    changed.awaitUninterruptibly();
                System.out.println("changed to " + value[0]);
            } finally {
                lock.unlock();
            }
        });
        other.start();
        lock.lock();
        value[0] = 7;
        changed.signalAll();
        lock.unlock();
        other.join();
        try {
            lock.unlock();
        } catch (IllegalMonitorStateException e) {
            System.out.println("not the owner");
        }
        ReentrantReadWriteLock both = new ReentrantReadWriteLock();
        both.readLock().lock();
        System.out.println(both.getReadLockCount() + " " + both.writeLock().tryLock());
        both.readLock().unlock();
        Semaphore semaphore = new Semaphore(2);
        semaphore.acquire();
        System.out.println(semaphore.tryAcquire() + " " + semaphore.tryAcquire());
        Thread parked = new Thread(() -> {
            LockSupport.park();
            System.out.println("unparked");
        });
        parked.start();
        LockSupport.unpark(parked);
        parked.join();
        LockSupport.parkNanos(1000);
    }

    public static void main(String[] arguments) throws Exception {
        maps();
        latches();
        queues();
        locks();
        executors();
    }
}
