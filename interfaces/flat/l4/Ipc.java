// SPDX-License-Identifier: BSD-2-Clause
package flat.l4;

import flat.lang.Nullable;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;
import flat.lang.u64;
import flat.object.Tcb;

/** Synchronous message passing (L4 X.2, chapter 5). */
@Version(1)
public interface Ipc extends Top {
    /**
     * Tries the frequent case: a short, untyped message to a partner that waits for it, followed by
     * an unbounded receive. Everything is tested before the first store.
     *
     * Returns the partner, now current, with the message still in the processor's registers; or
     * nothing, and then nothing has happened.
     */
    @Nullable
    Tcb sendAndWait(Tcb sender, u64 to, u64 from, u64 timeouts, u64 tag);

    /** The same followed by a receive with a limit in microseconds from now, of a sender whose last
     * time-out was of that kind as well.
     */
    @Nullable
    Tcb sendAndWaitLimited(Tcb sender, u64 to, u64 from, u64 timeouts, u64 tag);

    /**
     * Tries a message of one item and nothing else, which is a map item of one small page, to a
     * partner that waits for it or for the page of a fault, or a short string in a row; all that
     * follows it is done as well. False if it is not so simple: then nothing has happened, but that
     * a part of the string may have been copied.
     */
    boolean sendItem(Tcb sender, u64 to, u64 from, u64 timeouts, u64 tag, u64 item, u64 word);

    /**
     * The whole system call, any case. The sender's message is in its UTCB. On return the current
     * thread may be another.
     */
    void exchange(Tcb sender, u64 to, u64 from, u64 timeouts);

    /**
     * Sends `label` with two words to `handler` in the name of a thread that has faulted, and waits
     * for the answer; the thread goes on where it was when the answer arrives. False if there is no
     * such handler, or it is the thread itself: then nothing has happened.
     */
    boolean report(Tcb thread, u64 handler, u64 label, u64 word1, u64 word2);

    /**
     * The same with all registers of a thread that has met an exception; an answer with as many
     * words sets them.
     */
    boolean reportException(Tcb thread, u64 handler);

    /**
     * Sends the message of an interrupt, in the name of its thread, to `handler`, and waits for the
     * answer. `settle` must follow.
     */
    void raise(Tcb interrupt, u64 handler);

    /** From now on `answers` is notified how the messages of interrupts end. */
    void reportTo(Answers answers);

    /** Lets a fresh thread wait for its start message from `pager`. */
    void awaitStart(Tcb thread, u64 pager);

    /** Ends what the thread is sending or receiving, with this error; no effect if it is not. */
    void unwind(Tcb thread, u32 error);

    /**
     * Unwinds those that send to `thread` or wait for it alone: its name ceases to exist. Returns
     * whether nobody does any more; else it is to be called again, after interrupts.
     */
    boolean abandonPartners(Tcb thread);

    /** Receives how messages of interrupts end, within an exchange of messages. */
    @Version(1)
    interface Answers extends Top {
        /** The handler has answered. */
        void answered(Tcb interrupt);

        /** There is no handler any more, or the message was aborted. */
        void abandoned(Tcb interrupt);
    }
}
