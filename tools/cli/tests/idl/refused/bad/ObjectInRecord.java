// SPDX-License-Identifier: BSD-2-Clause
package bad;

import flat.object.Tcb;
import flat.lang.Top;
import flat.lang.Version;

@Version(1)
public interface ObjectInRecord extends Top {
    record Both(Tcb thread) {}
}
