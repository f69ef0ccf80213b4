// SPDX-License-Identifier: BSD-2-Clause
package bad;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;

@Version(1)
public interface ConstantOfOtherType extends Top {
    u32 A = 1;
}
