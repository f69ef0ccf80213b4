// SPDX-License-Identifier: BSD-2-Clause
package bad;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;

@Version(1)
public interface SameParameter extends Top {
    void act(u32 a, u32 a);
}
