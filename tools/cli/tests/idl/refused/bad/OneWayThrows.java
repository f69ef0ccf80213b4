// SPDX-License-Identifier: BSD-2-Clause
package bad;

import flat.hal.MmuError;
import flat.lang.OneWay;
import flat.lang.Top;
import flat.lang.Version;

@Version(1)
public interface OneWayThrows extends Top {
    @OneWay
    void act() throws MmuError;
}
