// SPDX-License-Identifier: BSD-2-Clause
package bad;

import flat.lang.Max;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;

@Version(1)
public interface MaxOnScalar extends Top {
    void act(@Max(3) u32 value);
}
