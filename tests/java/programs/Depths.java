// SPDX-License-Identifier: BSD-2-Clause

import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Method;

/** What lies deep: superclasses, calls by reflection, initialisers, arrays of arrays; and names. */
public class Depths {
    static class S0 {
        static int made;

        S0() {
            ++made;
        }
    }

    static class S1 extends S0 {}
    static class S2 extends S1 {}
    static class S3 extends S2 {}
    static class S4 extends S3 {}
    static class S5 extends S4 {}
    static class S6 extends S5 {}
    static class S7 extends S6 {}
    static class S8 extends S7 {}
    static class S9 extends S8 {}
    static class S10 extends S9 {}
    static class S11 extends S10 {}
    static class S12 extends S11 {}
    static class S13 extends S12 {}
    static class S14 extends S13 {}
    static class S15 extends S14 {}
    static class S16 extends S15 {}
    static class S17 extends S16 {}
    static class S18 extends S17 {}
    static class S19 extends S18 {}
    static class S20 extends S19 {}
    static class S21 extends S20 {}
    static class S22 extends S21 {}
    static class S23 extends S22 {}
    static class S24 extends S23 {}
    static class S25 extends S24 {}
    static class S26 extends S25 {}
    static class S27 extends S26 {}
    static class S28 extends S27 {}
    static class S29 extends S28 {}
    static class S30 extends S29 {}
    static class S31 extends S30 {}
    static class S32 extends S31 {}
    static class S33 extends S32 {}
    static class S34 extends S33 {}
    static class S35 extends S34 {}
    static class S36 extends S35 {}
    static class S37 extends S36 {}
    static class S38 extends S37 {}
    static class S39 extends S38 {}
    static class S40 extends S39 {}

    interface A {
        default String m() {
            return "A";
        }

        private String hidden() {
            return "private";
        }
    }

    interface B extends A {
        default String m() {
            return "B";
        }
    }

    static class C implements A, B {}

    static class D extends C {
        public String m() {
            return super.m() + "D";
        }
    }

    static class Failing {
        public String toString() {
            throw new IllegalStateException("no text");
        }
    }

    public static String again(Integer left) throws Exception {
        if (left == 0) {
            return "bottom";
        }
        Method method = Depths.class.getMethod("again", Integer.class);
        return left % 10 + (String) method.invoke(null, left - 1);
    }

    public static void main(String[] words) throws Exception {
        System.out.println(new S40() instanceof S0 ? "S" + S0.made : "none");
        System.out.println(again(12));
        try {
            System.out.println(again(1_000_000));
        } catch (Throwable e) {
            System.out.println("too deep");
        }
        System.out.println(new D().m() + new C().m());
        for (String name : new String[] {"[", "[L", "[a", "[V", "[I;", "[[LDepths;", ""}) {
            named(name);
        }
        named("[".repeat(511));
        named("[".repeat(255) + "I");
        named("[".repeat(256) + "I");
        named("java/lang/String");
        for (int i = 0; i < 3; ++i) {
            traced(new Failing());
        }
        Runnable[] nested = {() -> System.out.println("innermost " + caller())};
        nested[0].run();
    }

    static void named(String name) {
        try {
            String found = Class.forName(name).getName();
            System.out.println(found.length() + found.substring(0, 2));
        } catch (ClassNotFoundException e) {
            System.out.println(e);
        }
    }

    static String caller() {
        StringBuilder names = new StringBuilder();
        for (StackTraceElement each : new Throwable().getStackTrace()) {
            names.append(each.getMethodName()).append(' ');
        }
        return names.toString();
    }

    /** A text's own call site, the trace through it, and a collection: the objects of both move. */
    static void traced(Object failing) {
        try {
            System.out.println("x" + failing);
        } catch (IllegalStateException e) {
            StringWriter trace = new StringWriter();
            e.printStackTrace(new PrintWriter(trace));
            System.out.print(trace.toString().replace("java.base/", ""));
        }
        System.gc();
    }
}
