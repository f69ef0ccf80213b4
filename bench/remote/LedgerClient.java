// SPDX-License-Identifier: BSD-2-Clause
import java.rmi.registry.LocateRegistry;

/**
 * Calls a ledger again and again, and says how long the shortest batch takes:
 * PORT WARMING BATCHES CALLS.
 */
public final class LedgerClient {
    public static void main(String[] words) throws Exception {
        int port = Integer.parseInt(words[0]);
        int calls = Integer.parseInt(words[3]);
        Ledger ledger = (Ledger) LocateRegistry.getRegistry("127.0.0.1", port).lookup("ledger");
        call(ledger, Integer.parseInt(words[1]));
        long least = Long.MAX_VALUE;
        for (int i = 0; i < Integer.parseInt(words[2]); ++i) {
            long begin = System.nanoTime();
            call(ledger, calls);
            least = Math.min(least, System.nanoTime() - begin);
        }
        System.out.println(calls + " calls in " + least + " ns");
    }

    private static void call(Ledger ledger, int count) throws Exception {
        for (int i = 0; i < count; ++i) {
            ledger.add(0);
        }
    }
}
