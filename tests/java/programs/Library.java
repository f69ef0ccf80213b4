// SPDX-License-Identifier: BSD-2-Clause
// Streams, regular expressions, large numbers, dates, timers: code of the class library's.
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.Map;
import java.util.Random;
import java.util.Timer;
import java.util.TimerTask;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

public class Library {
    static void streams() {
        System.out.println(IntStream.range(0, 20)
                .filter(i -> i % 3 == 0)
                .mapToObj(i -> "n" + i)
                .collect(Collectors.joining(",", "<", ">")));
        System.out.println(Stream.of("b", "a", "c").sorted(Comparator.reverseOrder()).toList());
        Map<Integer, Long> counts = Stream.of("aa", "b", "cc", "ddd")
                .collect(Collectors.groupingBy(word -> word.length(), Collectors.counting()));
        System.out.println(new TreeMap<>(counts));
        System.out.println(IntStream.range(0, 1000).parallel().sum());
        System.out.println(Stream.iterate(1, i -> i * 2).limit(10).reduce(0, Integer::sum));
    }

    static void expressions() {
        Matcher matcher = Pattern.compile("(\\w+)=(\\d+)").matcher("a=1, bc=22, =3");
        while (matcher.find())
            System.out.println(matcher.group(1) + " is " + matcher.group(2));
        System.out.println("x1y22z333".replaceAll("[0-9]{2,}", "#"));
        boolean isMatched = Pattern.matches("(?i)h.*?o+", "HELLO");
        System.out.println(isMatched + " " + "a,b,,c".split(",").length);
    }

    static void numbers() {
        BigInteger large = new BigInteger("123456789012345678901234567890");
        System.out.println(BigInteger.TWO.pow(200).multiply(large));
        BigInteger power = large.modPow(BigInteger.valueOf(12345), BigInteger.valueOf(998244353));
        System.out.println(power + " " + BigInteger.valueOf(1000003).isProbablePrime(20));
        BigDecimal sum = new BigDecimal("1.10").add(new BigDecimal("2.205"));
        System.out.println(sum.setScale(2, RoundingMode.HALF_UP));
        System.out.println(new Random(42).nextInt(1000) + " " + Math.sqrt(2) + " " + 1.0 / 3);
        System.out.println(Double.parseDouble("2.5e10") + " " + Integer.toHexString(-1));
    }

    static void times() throws Exception {
        System.out.println(LocalDate.of(2020, 2, 28).plusDays(2) + " " + Duration.ofSeconds(3661));
        Timer timer = new Timer();
        CountDownLatch hasRung = new CountDownLatch(1);
        Thread main = Thread.currentThread();
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                System.out.println("another thread: " + (Thread.currentThread() != main));
                timer.cancel();
                hasRung.countDown();
            }
        }, 5);
        hasRung.await();
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
        System.out.println(pool.schedule(() -> 5, 30, TimeUnit.MILLISECONDS).get());
        pool.shutdown();
        System.out.println(EnumSet.of(Thread.State.NEW, Thread.State.BLOCKED));
    }

    public static void main(String[] arguments) throws Exception {
        streams();
        expressions();
        numbers();
        times();
    }
}
