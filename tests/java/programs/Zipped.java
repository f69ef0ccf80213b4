// SPDX-License-Identifier: BSD-2-Clause
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.Adler32;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.DeflaterInputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipException;

/** Checksums, and streams that are compressed; what the host's own have compressed, too. */
public class Zipped {
    /** 1000 bytes of such rows as zlib has them, whose block has codes of its own. */
    private static final String ofZlib =
            "78daed924d0e82210c44afe211e4bfc443997c1bafafe13d13d8bb7403a1743ad376"
                    + "aee7eb767f5c9f33adb3ae7312e9ebca6d5d8557e5af9318a00a89c4ea58d7c80449"
                    + "20aff39a560436e4e7af119cb2a94771fe116ce082ca94cc7007c14662a672a85cc9"
                    + "0012af80aecb0abc804b32c08d84003d28397c95e33a520408ef7b616924558282d2"
                    + "2156e936625b3669cb0ec071c43e28c7f61d623a06dcf7e1bb0a17e39a5c5a3f169a"
                    + "f755bb786d5076836817cd530e6369b3b9f90fd0df97bff3e51bf5b72ff4";

    static byte[] text(int size) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; text.length() < size; ++i)
            text.append("row ").append(i * i % 97).append(";");
        return text.substring(0, size).getBytes(StandardCharsets.US_ASCII);
    }

    static byte[] noise(int size) {
        byte[] bytes = new byte[size];
        new Random(5).nextBytes(bytes);
        return bytes;
    }

    static void checksums() throws IOException {
        byte[] bytes = text(20_000);
        CRC32 crc = new CRC32();
        Adler32 adler = new Adler32();
        System.out.println(crc.getValue() + " " + adler.getValue());
        crc.update(bytes, 3, 15_000);
        adler.update(bytes, 3, 15_000);
        crc.update('x');
        adler.update('x');
        System.out.println(Long.toHexString(crc.getValue()) + " " + adler.getValue());
        CheckedInputStream in =
                new CheckedInputStream(new ByteArrayInputStream(bytes), new CRC32());
        System.out.println(in.skip(19_999) + " " + in.getChecksum().getValue());
    }

    /** Compresses and inflates in pieces; false if something is lost. */
    static boolean comesBack(byte[] bytes, int level, boolean isRaw, int piece, int flush)
            throws DataFormatException {
        Deflater deflater = new Deflater(level, isRaw);
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        byte[] part = new byte[piece];
        for (int at = 0; at < bytes.length; at += piece) {
            deflater.setInput(bytes, at, Math.min(piece, bytes.length - at));
            for (int n; (n = deflater.deflate(part, 0, piece, flush)) > 0; )
                packed.write(part, 0, n);
        }
        deflater.finish();
        while (!deflater.finished()) packed.write(part, 0, deflater.deflate(part));
        boolean isCounted = deflater.getTotalIn() == bytes.length
                && deflater.getTotalOut() == packed.size();
        deflater.end();
        Inflater inflater = new Inflater(isRaw);
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        byte[] input = Arrays.copyOf(packed.toByteArray(), packed.size() + 7);
        for (int at = 0; !inflater.finished(); at += piece) {
            inflater.setInput(input, at, Math.min(piece, input.length - at));
            for (int n; (n = inflater.inflate(part)) > 0; ) whole.write(part, 0, n);
            if (inflater.finished()) isCounted &= inflater.getTotalIn() == packed.size();
        }
        inflater.end();
        return isCounted && Arrays.equals(bytes, whole.toByteArray());
    }

    static void streams() throws Exception {
        int[] flushes = {Deflater.NO_FLUSH, Deflater.SYNC_FLUSH, Deflater.FULL_FLUSH};
        for (byte[] bytes : new byte[][] {{}, {7}, text(100), text(100_000), noise(70_000)})
            for (int level : new int[] {0, 1, 6, 9})
                for (int flush : flushes)
                    if (!comesBack(bytes, level, level == 1, flush == 0 ? 977 : 8192, flush))
                        System.out.println("lost: " + bytes.length + " " + level + " " + flush);
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(text(50_000));
        }
        GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(packed.toByteArray()));
        System.out.println(Arrays.equals(in.readAllBytes(), text(50_000)));
        System.out.println("a fifth at most: " + (packed.size() < 10_000));
        byte[] broken = packed.toByteArray();
        broken[broken.length - 5] ^= 1;
        try {
            new GZIPInputStream(new ByteArrayInputStream(broken)).readAllBytes();
        } catch (ZipException e) {
            System.out.println(e.getMessage());
        }
        DeflaterInputStream squeezed =
                new DeflaterInputStream(new ByteArrayInputStream(noise(5_000)));
        System.out.println(
                Arrays.equals(new InflaterInputStream(squeezed).readAllBytes(), noise(5_000)));
    }

    static void dictionaries() throws DataFormatException {
        byte[] known = "row ;0123456789".getBytes(StandardCharsets.US_ASCII);
        Deflater deflater = new Deflater();
        deflater.setDictionary(known);
        deflater.setInput(text(60));
        deflater.finish();
        byte[] packed = new byte[200];
        int size = deflater.deflate(packed);
        Inflater inflater = new Inflater();
        inflater.setInput(packed, 0, size);
        byte[] whole = new byte[60];
        System.out.println(inflater.inflate(whole) + " " + inflater.needsDictionary() + " "
                + Integer.toHexString(inflater.getAdler()));
        try {
            inflater.setDictionary(new byte[3]);
        } catch (IllegalArgumentException e) {
            System.out.println("another dictionary");
        }
        inflater.setDictionary(known);
        System.out.println(inflater.inflate(whole) + " " + Arrays.equals(whole, text(60)) + " "
                + inflater.getAdler() + " " + inflater.getRemaining());
    }

    static byte[] bytes(String digits) {
        byte[] made = new byte[digits.length() / 2];
        for (int i = 0; i < made.length; ++i)
            made[i] = (byte) Integer.parseInt(digits.substring(2 * i, 2 * i + 2), 16);
        return made;
    }

    static void inflate(String digits, boolean isRaw) {
        Inflater inflater = new Inflater(isRaw);
        inflater.setInput(bytes(digits));
        byte[] whole = new byte[1000];
        try {
            int size = inflater.inflate(whole);
            System.out.println(size + " " + inflater.finished() + " " + new String(whole, 0, size));
        } catch (DataFormatException e) {
            System.out.println(e.getMessage() + " " + inflater.getTotalOut());
        }
    }

    static void wrong() {
        inflate(ofZlib, false);
        inflate(ofZlib.substring(0, 200), false);
        inflate(ofZlib.substring(0, ofZlib.length() - 2) + "00", false);
        for (String each : new String[] {"789d", "7994", "8899", "780107", "78010100000000",
                "7801040000000000", "78010100000000ffff00000002", "78010100",
                "7801ed00000000000000"})
            inflate(each, false);
        for (String each : new String[] {"07", "0100000001", "05e0", "050000", "04000000000000",
                "fdff", "fd7f0000", "05c08100000000001070ffffffff", "63", "4bc40300", "030200"})
            inflate(each, true);
    }

    public static void main(String[] words) throws Exception {
        checksums();
        streams();
        dictionaries();
        wrong();
    }
}
