// SPDX-License-Identifier: BSD-2-Clause
package flat.remote;

import flat.lang.Buf;
import flat.lang.In;
import flat.lang.Nullable;
import flat.lang.Out;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.size;
import flat.lang.u32;
import flat.lang.u64;
import flat.memory.Allocator;

/** Another kernel in a session with this one, and the objects that this one has passed to it. */
@Version(2)
public interface Partner extends Top {
    /**
     * Calls method number `method` of an object of the partner's, at most once, and returns how
     * many bytes its answer has. The object is one that it exports, of this identity; or one that
     * it has passed, by a name with which the request begins, and of this type. Blocks until the
     * answer is there, or until that takes too long; meanwhile the partner can call what it has
     * been passed. What is above the length of `answer` is `MALFORMED`.
     */
    size call(u64 identity, u32 method, @In Buf request, @Out Buf answer) throws RemoteError;

    /** Lets the partner call an object. Its name, which nobody guesses; 0 if there is no room. */
    u64 pass(Passed object);

    /**
     * What was passed by a name, and has been neither withdrawn nor abandoned; else null. It has
     * been entered, before anybody else could withdraw it: the caller leaves it.
     */
    @Nullable
    Passed passed(u64 name);

    /**
     * The partner cannot call what was passed by this name any more: the caller abandons that. Null
     * if nothing has the name, as when another one has withdrawn it.
     */
    @Nullable
    Passed withdraw(u64 name);

    /**
     * Which one it is of those that are this partner one after the other. What one has passed is
     * nothing that the next one is asked for.
     */
    u64 generation();

    /** Memory for what stands for objects. */
    Allocator buffers();

    /** An object that a partner can call. It also narrows to the interfaces of that object. */
    @Version(2)
    interface Passed extends Top {
        /** The hash of all that its interface says. */
        u64 type();

        /**
         * Answers a call, of which nothing is believed, and returns how many bytes the answer has;
         * `MALFORMED` if it is not a call of one of the object's methods.
         */
        size answer(u32 method, Partner partner, @In Buf request, @Out Buf answer)
                throws RemoteError;

        /** Whether it, or what is released with it, only stands for an object of a partner's. */
        boolean isFar();

        /** Whoever uses the object, which stays until `leave`, whatever the partner does. */
        void enter();

        /** Ends that. */
        void leave();

        /**
         * Withdraws the object from its name and gives the caller the partner's hold of it; false
         * if that has none, or another one has withdrawn it.
         */
        boolean takeBack(u64 name);

        /**
         * The partner is gone, or does not hold the object any more: it is released when all have
         * left it. Once, by whoever has taken it out of the table.
         */
        void abandon();
    }
}
