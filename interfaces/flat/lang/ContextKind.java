// SPDX-License-Identifier: BSD-2-Clause
package flat.lang;

/** Where a method is called from. */
public enum ContextKind {
    /** A thread, which may block. */
    THREAD,
    /** An interrupt or exception handler, which never blocks. */
    INTERRUPT
}
