// SPDX-License-Identifier: BSD-2-Clause
package bad;

import flat.lang.Out;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;

@Version(1)
public interface DirectionOnScalar extends Top {
    void act(@Out u32 value);
}
