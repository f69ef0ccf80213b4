// SPDX-License-Identifier: BSD-2-Clause
package flat.domain;

import flat.hal.UserMode;
import flat.lang.Top;
import flat.lang.Version;

/** A component that has something of a domain's that must be gone before the domain's memory is. */
@Version(1)
public interface DomainWatcher extends Top {
    /** A domain is about to be given back; none of its threads runs any more. May block. */
    void leaving(UserMode.Guest domain);
}
