// SPDX-License-Identifier: BSD-2-Clause

import java.lang.reflect.Method;

/** Nobody catches the end of the machine, and nothing runs after it. */
public class Leaving {
    public static void leave() {
        try {
            System.exit(3);
        } catch (Throwable e) {
            System.out.println("caught " + e);
        } finally {
            System.out.println("finally");
        }
    }

    public static void main(String[] words) throws Exception {
        System.out.println("leaves");
        try {
            Method method = Leaving.class.getMethod("leave");
            method.invoke(null);
        } finally {
            System.out.println("outer");
        }
    }
}
