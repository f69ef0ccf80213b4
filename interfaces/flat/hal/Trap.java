// SPDX-License-Identifier: BSD-2-Clause
package flat.hal;

import static flat.lang.ContextKind.INTERRUPT;

import flat.lang.Context;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;
import flat.object.RegisterFrame;

/**
 * Exceptions and interrupts, reified without changing their semantics (THINK, section 4.1).
 *
 * Handlers run in privileged mode with interrupts disabled, on the processor's one kernel stack.
 */
@Version(3)
public interface Trap extends Top {
    /** Calls `handler` whenever `vector` occurs, until unregistered. */
    void register(u32 vector, Handler handler) throws TrapError;

    /**
     * Calls `handler` whenever `vector` occurs, until unregistered, and saves no more registers
     * than a call may change: for handlers that do not look at what they interrupt. Exceptions
     * have no such handlers (NO_SUCH_VECTOR).
     *
     * While it runs, what it has interrupted has no context, and `getContext` is none that means
     * anything. If it sets another one, user mode goes on later where it was; what it has
     * interrupted in kernel mode never does.
     */
    void registerBrief(u32 vector, BriefHandler handler) throws TrapError;

    /** Forgets the handler of `vector`; the vector then panics the kernel when it occurs. */
    void unregister(u32 vector);

    /**
     * Names the context that the processor resumes when the running trap ends. A user-mode context
     * is also the place where the next trap from user mode saves its registers.
     */
    void setContext(RegisterFrame context);

    /** The context that would be resumed now: at the start of a handler, the interrupted one. */
    RegisterFrame getContext();

    /**
     * Keeps the running context in `from` and resumes `to`, perhaps the same; returns when `from`
     * is resumed. Called with interrupts disabled, and not by handlers. What a call need not keep
     * is not kept, so that it costs less than a trap (THINK, section 4.4).
     */
    void switchContext(RegisterFrame from, RegisterFrame to);

    /**
     * Makes `context`, which a switch may have left, one that a trap can resume: before it is set,
     * or its registers are read.
     */
    void complete(RegisterFrame context);

    /** Resumes the context set last, from anywhere; never returns to its caller. */
    void resume();

    /** Receives traps. */
    @Version(1)
    interface Handler extends Top {
        /** `frame` holds the interrupted registers and may be modified. */
        @Context(INTERRUPT)
        void handle(u32 vector, RegisterFrame frame);
    }

    /** Receives traps whatever they interrupt. */
    @Version(1)
    interface BriefHandler extends Top {
        /** Called with what a call may change saved, and nothing more. */
        @Context(INTERRUPT)
        void handle(u32 vector);
    }
}
