// SPDX-License-Identifier: BSD-2-Clause
package bad;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;

@Version(1)
public interface HeaderCircle extends Top {
    record Mine(u32 x) {}
    HeaderCircleB.Yours act();
}
