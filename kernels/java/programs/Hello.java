// SPDX-License-Identifier: BSD-2-Clause

/** Says hello, and what it was given. */
public class Hello {
    public static void main(String[] words) {
        System.out.println("Hello, world");
        for (String word : words) System.out.println(word);
    }
}
