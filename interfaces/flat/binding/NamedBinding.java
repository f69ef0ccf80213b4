// SPDX-License-Identifier: BSD-2-Clause
package flat.binding;

import flat.core.AbstractResource;
import flat.lang.Nullable;
import flat.lang.Version;

/**
 * The control interface of a binding that was made by name, while the system runs.
 *
 * `release` unbinds as well, and gives back what was bound. No call is inside it any more: whoever
 * has threads that may be calls `unbind` and waits until the slot's `inside` is 0.
 */
@Version(1)
public interface NamedBinding extends AbstractResource {
    /** The slot of the client's port, which leads to what was bound, or on to what was next. */
    Slot slot();

    /** What the client's calls have come to since; null if the binding does not count that. */
    @Nullable
    Monitor monitor();

    /**
     * Has calls that begin from now on go to the server that was there before. Changes nothing
     * where somebody else has exchanged it since.
     */
    void unbind() throws SlotError;
}
