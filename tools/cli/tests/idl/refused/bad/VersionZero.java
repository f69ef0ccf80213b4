// SPDX-License-Identifier: BSD-2-Clause
package bad;

import flat.lang.Top;
import flat.lang.Version;

@Version(0)
public interface VersionZero extends Top {
    void act();
}
