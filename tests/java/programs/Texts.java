// SPDX-License-Identifier: BSD-2-Clause

import java.math.BigInteger;

/** Texts, numbers and their conversions, calls by class and interface. */
public class Texts {
    interface Shape {
        double area();

        default String name() {
            return "shape " + area();
        }
    }

    static class Square implements Shape {
        final double side;

        Square(double side) {
            this.side = side;
        }

        public double area() {
            return side * side;
        }
    }

    static class Circle extends Square {
        Circle(double radius) {
            super(radius);
        }

        public double area() {
            return Math.PI * super.area();
        }

        public String name() {
            return "circle " + area();
        }
    }

    enum Color { RED, GREEN }

    public static void main(String[] words) {
        Shape[] shapes = {new Square(2), new Circle(1.5)};
        for (Shape each : shapes) System.out.println(each.name());
        System.out.println("ÄÖ€ " + "ÄÖ€".length() + "Straße".toUpperCase() + " x".repeat(3));
        System.out.println("abc".replace('b', 'x') + "a,b".contains(",") + "a b".indexOf("b"));
        System.out.println(1f / 3 + " " + 1.0 / 3 + " " + (int) 3.99e20 + " " + (long) -1.5f);
        System.out.println(Double.MAX_VALUE + " " + Float.MIN_VALUE + " " + 5.5 % 2.3 + " " + 0.1f);
        System.out.println(Math.sqrt(2) + " " + Math.floor(-1.5) + " " + Math.round(2.5));
        char c = 'a';
        c += 1;
        System.out.println(c + " " + (byte) 200 + " " + (short) 70000 + (-5 >> 1) + (-5 >>> 28));
        System.out.println(-7 / 2 + " " + -7 % 3 + " " + Long.MIN_VALUE + Integer.toHexString(-1));
        System.out.println(Integer.parseInt("-123") + Double.parseDouble("1.25e3"));
        long hash = 0;
        for (int i = 0; i < 200_000; i++) hash = hash * 31 + (i ^ hash >>> 7);
        System.out.println(hash);
        for (String word : new String[] {"one", "two", "more"}) {
            switch (word) {
                case "one" -> System.out.println(1);
                case "two" -> System.out.println(2);
                default -> System.out.println(Color.valueOf("GREEN").ordinal() + word);
            }
        }
        BigInteger product = BigInteger.ONE;
        for (int i = 1; i <= 100; i++) product = product.multiply(BigInteger.valueOf(i));
        System.out.println(product + " " + product.bitLength());
        System.out.println(String.valueOf(Color.values().length) + words.length + words[0]);
        System.exit(7);
    }
}
