// SPDX-License-Identifier: BSD-2-Clause
package bad;

import flat.log.Log;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;

@Version(1)
public interface InterfaceInRecord extends Top {
    record Both(Log log, u32 x) {}
}
