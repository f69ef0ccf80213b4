// SPDX-License-Identifier: BSD-2-Clause
package flat.demo;

import flat.lang.Buf;
import flat.lang.In;
import flat.lang.InOut;
import flat.lang.Max;
import flat.lang.Out;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u16;
import flat.lang.u32;
import flat.lang.u64;

/** A sum with a limit, and notes about it: every form that an argument or a result can have. */
@Version(1)
public interface Ledger extends Top {
    /** What is done to the sum. */
    enum Kind {
        /** It becomes larger. */
        DEPOSIT,
        /** It becomes smaller, at least 0. */
        WITHDRAWAL
    }

    /** One change. */
    record Change(Kind kind, boolean isNoted, u16 branch, u64 amount) {}

    /** What a change has led to. */
    record Outcome(Change change, u64 before, u64 after, int difference) {}

    /** Adds to the sum and returns it. */
    u64 add(u64 amount) throws LedgerError;

    /** Makes a change several times. */
    Outcome apply(Change change, u32 times) throws LedgerError;

    /** Keeps a note, and returns its number. Notes end at their 4096th byte. */
    u32 note(@In Buf text) throws LedgerError;

    /** Reads a note from a byte on; returns how many bytes that are. */
    u32 read(u32 number, u32 from, @Out Buf text) throws LedgerError;

    /** Turns a text round; for short ones only. */
    void reverse(@InOut @Max(1000) Buf text) throws LedgerError;

    /** Has the ledger end as by a mistake of its own. */
    void breakDown() throws LedgerError;
}
