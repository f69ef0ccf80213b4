// SPDX-License-Identifier: BSD-2-Clause
package flat.service;

import flat.lang.Held;
import flat.lang.Top;
import flat.lang.Version;

/** An inspector, to domains that it is to ask as well. */
@Version(1)
public interface Inspections extends Top {
    /**
     * From now on `domain` is asked, while whatever else the domain does goes on. One that does not
     * answer stays, until its place is needed for another one.
     */
    void enroll(@Held Inspected domain) throws InspectError;
}
