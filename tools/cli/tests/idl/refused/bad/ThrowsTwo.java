// SPDX-License-Identifier: BSD-2-Clause
package bad;

import flat.hal.MmuError;
import flat.hal.TrapError;
import flat.lang.Top;
import flat.lang.Version;

@Version(1)
public interface ThrowsTwo extends Top {
    void act() throws MmuError, TrapError;
}
