// SPDX-License-Identifier: BSD-2-Clause
package bad;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;

@Version(1)
public interface Overloaded extends Top {
    void act();
    void act(u32 value);
}
