// SPDX-License-Identifier: BSD-2-Clause
package flat.sample;

import flat.lang.Pure;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;

/** Results that can be remembered: nothing of it is in the declarations. */
@Version(1)
public interface Remembered extends Top {
    record Place(u32 row, u32 column) {}

    @Pure
    Place next(Place place, boolean wraps);

    @Pure
    u32 parse(u32 digits) throws Problem;

    void forget();
}
