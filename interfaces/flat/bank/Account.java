// SPDX-License-Identifier: BSD-2-Clause
package flat.bank;

import flat.core.AbstractResource;
import flat.lang.Buf;
import flat.lang.In;
import flat.lang.Max;
import flat.lang.Nullable;
import flat.lang.Out;
import flat.lang.Version;
import flat.lang.u32;
import flat.lang.u64;

/**
 * An account, as long as somebody holds it. A caller that gets one from a bank holds it until
 * `release`; when the last hold is gone, the account is closed, and its balance is lost.
 */
@Version(1)
public interface Account extends AbstractResource {
    /** What has come in and gone out, and how often. */
    record Statement(u64 balance, u64 paid, u64 withdrawn, u32 changes) {}

    /** Which account of its bank it is. */
    u32 number();

    /** Pays in and returns the balance. */
    u64 pay(u64 amount);

    /** Takes out and returns the balance. */
    u64 withdraw(u64 amount) throws BankError;

    /** All that is known of its money. */
    Statement statement();

    /** Writes a text of the owner's beside the account. */
    void label(@In @Max(20) Buf text);

    /** Reads that text, as much of it as fits; returns its length. */
    u32 readLabel(@Out @Max(20) Buf text);

    /** The bank that it belongs to. */
    Bank bank();

    /** The account with the next number that is open, of which the caller then is a holder. */
    @Nullable
    Account next();
}
