// SPDX-License-Identifier: BSD-2-Clause
package flat.binding;

import flat.lang.Buf;
import flat.lang.Out;
import flat.lang.Version;
import flat.lang.u32;
import flat.lang.u64;

/** What is known of a monitored binding: its calls, by method. Threads may be calling meanwhile. */
@Version(1)
public interface Monitor extends Control {
    /**
     * What calls of a method have come to: how many were made, how many of them threw, and the
     * processor's clock from call to return in sum, whoever ran meanwhile. Its unit is what
     * `domain::ticks` counts.
     */
    record Counts(u64 calls, u64 failures, u64 ticks) {}

    /** How many methods the interface has, inherited ones included. */
    u32 methods();

    /** Writes the name of a method, below `methods`, as much of it as fits, and returns its
     * whole length in bytes. */
    u32 methodName(u32 method, @Out Buf destination);

    /** The counts of a method, below `methods`. */
    Counts counts(u32 method);

    /** Begins to count anew. */
    void reset();
}
