// SPDX-License-Identifier: BSD-2-Clause
package flat.service;

import flat.core.AbstractResource;
import flat.lang.Buf;
import flat.lang.Out;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;
import flat.lang.u64;

/**
 * A component that was loaded into the running kernel.
 *
 * Whoever loads it holds it until `release`, and so does whoever binds to it, once for each `bind`.
 * With the last hold it ends: it is destroyed, what it was bound to is released, and its memory is
 * given back. Nobody may be calling it then; a counted dynamic binding tells (`binding.Slot`).
 */
@Version(1)
public interface LoadedComponent extends AbstractResource {
    /**
     * Writes the component's name, as in `thread.Lottery`, as much of it as fits, and returns its
     * whole length in bytes.
     */
    u32 name(@Out Buf destination);

    /** What it provides as the interface of this identity, `interface_id` in C++; a hold more. */
    Top bind(u64 type) throws LoadError;

    /** How many hold it now. */
    u32 holders();
}
