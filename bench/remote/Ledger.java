// SPDX-License-Identifier: BSD-2-Clause
import java.rmi.Remote;
import java.rmi.RemoteException;

/** What is called: an argument and a result of 8 bytes, as of the kit's demo.Ledger. */
public interface Ledger extends Remote {
    long add(long amount) throws RemoteException;
}
