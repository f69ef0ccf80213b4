// SPDX-License-Identifier: BSD-2-Clause
// Two threads, of which one never yields: whether it is interrupted is the scheduler's choice.
public class Turns {
    private static final int LIMIT = 3_000_000;

    private static volatile boolean hasBegun;
    private static volatile boolean isOver;
    private static boolean wasInterrupted;

    public static void main(String[] arguments) throws InterruptedException {
        Thread spinner = new Thread(() -> {
            hasBegun = true;
            for (int i = 0; i < LIMIT && !isOver; ++i)
                continue;
            wasInterrupted = isOver;
        });
        spinner.start();
        while (!hasBegun)
            Thread.yield();
        isOver = true;
        spinner.join();
        String answer = wasInterrupted ? "yes" : "no";
        System.out.println("a thread that never yields is interrupted: " + answer);
    }
}
