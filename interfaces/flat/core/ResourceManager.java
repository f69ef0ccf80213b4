// SPDX-License-Identifier: BSD-2-Clause
package flat.core;

import flat.lang.Buf;
import flat.lang.In;
import flat.lang.Version;

/**
 * Makes resources from lower ones and allocates them by binding (THINK, section 4.2, Figure 6).
 *
 * `bind` allocates a resource to a client; its hint then says how, a priority for example.
 */
@Version(1)
public interface ResourceManager extends BindingFactory {
    /** Makes a resource; `hint` describes it in the manager's own terms. */
    AbstractResource create(@In Buf hint) throws BindingError;
}
