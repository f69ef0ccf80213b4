// SPDX-License-Identifier: BSD-2-Clause
package bad;

import flat.log.Log;
import flat.lang.Top;
import flat.lang.Version;

@Version(1)
public interface ThrowsInterface extends Top {
    void act() throws Log;
}
