// SPDX-License-Identifier: BSD-2-Clause
package flat.core;

import flat.lang.Buf;
import flat.lang.In;
import flat.lang.Top;
import flat.lang.Version;

/** Makes bindings of one kind (THINK, section 3.1, Figure 1). */
@Version(1)
public interface BindingFactory extends Top {
    /**
     * Binds to the interface that `name` designates and returns what the client calls from now on:
     * the interface itself or a stub. `hint` holds what the binding needs besides, a quality of
     * service for example, or nothing.
     */
    Top bind(Name name, @In Buf hint) throws BindingError;
}
