// SPDX-License-Identifier: BSD-2-Clause

/** What the machine throws itself, what programs throw, and one that nobody catches. */
public class Exceptions {
    static class Outer extends RuntimeException {
        Outer(String message, Throwable cause) {
            super(message, cause);
        }
    }

    static class Broken {
        static int value = 1 / Integer.parseInt("0");
    }

    interface Failing {
        void run();
    }

    public static void main(String[] words) {
        thrown(new Failing() { public void run() { Object o = "x"; Integer i = (Integer) o; } });
        thrown(new Failing() { public void run() { int[] a = new int[3]; a[3] = 1; } });
        thrown(new Failing() { public void run() { int[] a = new int[-1]; } });
        thrown(new Failing() { public void run() { System.out.println(1 / zero()); } });
        thrown(new Failing() { public void run() { Object[] a = new String[1]; a[0] = 1; } });
        thrown(new Failing() { public void run() { depth(0); } });
        thrown(new Failing() { public void run() { System.out.println(Broken.value); } });
        thrown(new Failing() { public void run() { System.out.println(Broken.value); } });
        chained();
        synchronized (words) {
            new Outer("last", null).printStackTrace(System.out);
        }
        throw new Outer("nobody", new IllegalStateException("inner"));
    }

    static void thrown(Failing failing) {
        try {
            failing.run();
        } catch (RuntimeException | Error e) {
            System.out.println(e.getClass().getName());
        } finally {
            System.out.println("finally");
        }
    }

    static int zero() {
        return Integer.parseInt("0");
    }

    static int depth(int n) {
        return depth(n + 1) + 1;
    }

    static void chained() {
        try {
            try {
                throw new IllegalStateException("inner");
            } catch (Exception e) {
                throw new Outer("outer", e);
            }
        } catch (Outer e) {
            StackTraceElement top = e.getStackTrace()[0];
            System.out.println(e.getMessage() + " " + e.getCause());
            System.out.println(top.getMethodName() + ":" + top.getLineNumber());
        }
    }
}
