// SPDX-License-Identifier: BSD-2-Clause
package bad;

import flat.hal.MmuError.Code;
import flat.hal.TrapError.Code;
import flat.lang.Top;
import flat.lang.Version;

@Version(1)
public interface ImportClash extends Top {
    void act();
}
