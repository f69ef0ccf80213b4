// SPDX-License-Identifier: BSD-2-Clause
package flat.unix;

import flat.lang.Buf;
import flat.lang.In;
import flat.lang.Nullable;
import flat.lang.Out;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.i64;
import flat.lang.vaddr;
import flat.object.RegisterFrame;

/** Programs without privilege: how their threads run, and how the kernel reaches their memory. */
@Version(1)
public interface UserMode extends Top {
    /** Makes registers those of a program at its beginning; both are addresses it can have. */
    void begin(RegisterFrame registers, vaddr instruction, vaddr stack);

    /** Has a system call end with `result` where these registers go on. */
    void setResult(RegisterFrame registers, i64 result);

    /** Has the calling thread run as `task` from now on, in user mode. Does not return. */
    void enter(Task task, RegisterFrame registers);

    /** What the calling thread works for; null if it has no program. */
    @Nullable
    Task running();

    /** The calling thread has another address space, or another thread pointer. */
    void changed(Task task);

    /**
     * Ends the handler of a signal: the calling thread goes on in user mode where that has come.
     * Does not return.
     */
    void endHandler(Task task);

    /** The calling thread runs no program any more; its address space can go. */
    void leave();

    /**
     * Copies what the running program has at `from`. False if it cannot read all of it; then
     * `destination` may have got a part. May block while pages are brought in.
     */
    boolean copyIn(@Out Buf destination, vaddr from);

    /** Copies to the running program. False if it cannot write all of it. May block as well. */
    boolean copyOut(vaddr destination, @In Buf bytes);
}
