// SPDX-License-Identifier: BSD-2-Clause
import java.rmi.registry.LocateRegistry;
import java.rmi.server.UnicastRemoteObject;

/** Has a ledger for others, whose name a registry at the port of the argument knows. */
public final class LedgerServer implements Ledger {
    private long sum;

    @Override
    public synchronized long add(long amount) {
        sum += amount;
        return sum;
    }

    public static void main(String[] words) throws Exception {
        Ledger ledger = new LedgerServer();
        UnicastRemoteObject.exportObject(ledger, 0);
        LocateRegistry.createRegistry(Integer.parseInt(words[0])).rebind("ledger", ledger);
        System.out.println("serving");
    }
}
