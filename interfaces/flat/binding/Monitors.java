// SPDX-License-Identifier: BSD-2-Clause
package flat.binding;

import flat.lang.Nullable;
import flat.lang.Top;
import flat.lang.Version;

/** All monitored bindings of a domain. */
@Version(1)
public interface Monitors extends Top {
    /** Adds one, which stays; returns the one that was added before. */
    @Nullable
    Monitor add(Monitor monitor);

    /** The one that was added last; its `previous` leads to all others. */
    @Nullable
    Monitor last();
}
