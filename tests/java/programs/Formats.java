// SPDX-License-Identifier: BSD-2-Clause
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.text.DecimalFormat;
import java.text.MessageFormat;
import java.text.NumberFormat;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.Month;
import java.time.Period;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.TextStyle;
import java.time.temporal.ChronoUnit;
import java.util.Formatter;
import java.util.IllegalFormatException;
import java.util.Locale;
import java.util.Properties;
import java.util.Random;
import java.util.ResourceBundle;
import java.util.Scanner;
import java.util.ServiceLoader;
import java.util.StringTokenizer;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What needs locales, modules and loaders of classes: formatted numbers and dates, scanners. */
public class Formats {
    static void formatted() {
        System.out.println(String.format("%s|%5s|%-5s|%.2s|%S", "x", "yy", "zz", "long", "up"));
        System.out.println(String.format(
                "%d %x %o %08d %,d %+d %(d", 5, 255, 8, 42, 1234567, 7, -3));
        System.out.println(String.format(
                "%.3f %e %g %10.2f %a", 3.14159, 12345.678, 1e-4, -2.5, 1.0));
        System.out.println(String.format("%c %b %h %% %n%2$s %1$s", 'c', true, "hi").trim());
        System.out.printf("%s %s%n", BigInteger.TEN, new BigDecimal("1.50"));
        System.out.println(String.format("%,.2f %d", new BigDecimal("12345.678"), BigInteger.TWO));
        System.out.println(String.format(Locale.ROOT, "%05d", 9) + "%d items".formatted(3));
        System.out.println(new Formatter(new StringBuilder(), Locale.US).format("%,.1f", 1234.5));
        for (String wrong : new String[] {"%d", "%q", "%5", "%-d"})
            try {
                System.out.println(String.format(wrong, "text"));
            } catch (IllegalFormatException e) {
                System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
            }
    }

    static void numbers() throws Exception {
        System.out.println(new DecimalFormat("#,##0.00").format(9876543.215));
        System.out.println(NumberFormat.getPercentInstance(Locale.US).format(0.25));
        System.out.println(NumberFormat.getInstance(Locale.US).parse("1,234.5"));
        System.out.println(MessageFormat.format("{0} of {1,number,integer}", "one", 2000));
        System.out.println(BigDecimal.ONE.divide(new BigDecimal(7), MathContext.DECIMAL128));
        System.out.println(String.format(
                "%.14f %.14f %.14f", Math.sin(1e300), Math.cos(-2.5), Math.tan(1.5)));
        System.out.println(new Random(42).nextInt(100) + " " + new Random(7).nextGaussian());
        System.out.println(new Random(1).ints(5, 0, 100).boxed().toList());
        System.out.println(new UUID(1L << 60, -2));
    }

    static void dates() {
        LocalDate date = LocalDate.of(2024, 2, 28).plusDays(2);
        System.out.println(date + " " + date.getDayOfWeek() + " " + date.isLeapYear());
        System.out.println(Period.between(LocalDate.of(2000, 5, 20), date));
        System.out.println(ChronoUnit.DAYS.between(LocalDate.EPOCH, date));
        System.out.println(date.format(DateTimeFormatter.ISO_DATE) + " "
                + date.format(DateTimeFormatter.ofPattern("dd/MM/yyyy")));
        System.out.println(LocalDate.parse("2021-03-04").with(Month.JULY));
        System.out.println(LocalDateTime.ofEpochSecond(1_000_000_000, 0, ZoneOffset.UTC));
        System.out.println(date.format(
                DateTimeFormatter.ofPattern("EEEE d MMMM uuuu", Locale.ENGLISH)));
        System.out.println(DayOfWeek.MONDAY.getDisplayName(TextStyle.SHORT, Locale.ENGLISH));
    }

    static void readers() throws Exception {
        Scanner scanner = new Scanner("12 abc 3.5\nnext line\ntrue 1,000 ff");
        System.out.println(scanner.nextInt() + scanner.next() + scanner.nextDouble());
        scanner.nextLine();
        System.out.println(scanner.nextLine() + scanner.nextBoolean() + scanner.nextInt()
                + scanner.nextInt(16) + scanner.hasNext());
        Properties properties = new Properties();
        properties.load(new StringReader("# comment\na = b\nlong=one \\\n  two\nu=\\u0041"));
        System.out.println(properties.getProperty("long") + properties.getProperty("u")
                + properties.getProperty("none", "-") + properties.size());
        StringTokenizer tokens = new StringTokenizer("a,b;c", ",;");
        System.out.println(tokens.countTokens() + tokens.nextToken());
        Matcher matcher = Pattern.compile("(?<user>\\w+)@(\\w+)\\.com").matcher("joe@example.com");
        System.out.println(matcher.find() + matcher.group("user") + matcher.replaceAll("${user}"));
        System.out.println(Pattern.compile("\\p{Lu}\\p{IsAlphabetic}+").matcher("Äpfel").matches());
    }

    static void modules() {
        System.out.println(String.class.getModule() + " " + Formats.class.getModule().isNamed());
        System.out.println(ModuleLayer.boot().findModule("java.base").isPresent());
        System.out.println(Object.class.getModule().isExported("java.lang") + " "
                + Object.class.getModule().getDescriptor().name());
        System.out.println(ClassLoader.getSystemClassLoader() != null);
        System.out.println(ServiceLoader.load(Runnable.class).findFirst().isPresent());
        System.out.println(Locale.getDefault().getLanguage() + " " + Locale.FRANCE);
        try {
            ResourceBundle.getBundle("missing");
        } catch (java.util.MissingResourceException e) {
            System.out.println("there is no such bundle");
        }
    }

    public static void main(String[] words) throws Exception {
        formatted();
        numbers();
        dates();
        readers();
        modules();
    }
}
