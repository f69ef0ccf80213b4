// SPDX-License-Identifier: BSD-2-Clause
package bad;

import flat.lang.Top;
import flat.lang.Version;

@Version(1)
public interface UnknownError extends Top {
    void act() throws Xyzzy;
}
