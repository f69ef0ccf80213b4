// SPDX-License-Identifier: BSD-2-Clause
package flat.binding;

import flat.lang.Buf;
import flat.lang.In;
import flat.lang.Nullable;
import flat.lang.Top;
import flat.lang.Version;

/** The control interfaces of all bindings of a domain that have one. */
@Version(1)
public interface Controls extends Top {
    /** Adds one, which stays; returns the one that was added before. */
    @Nullable
    Control add(Control control);

    /** The one that was added last; its `previous` leads to all others. */
    @Nullable
    Control last();

    /**
     * The one of the binding whose client's end is `name`, as in `main.log`, and which is of this
     * kind, as in `dynamic`; of several the last one.
     */
    @Nullable
    Control find(@In Buf name, @In Buf kind);
}
