// SPDX-License-Identifier: BSD-2-Clause
package bad;

import flat.lang.Buf;
import flat.lang.OneWay;
import flat.lang.Out;
import flat.lang.Top;
import flat.lang.Version;

@Version(1)
public interface OneWayOutput extends Top {
    @OneWay
    void act(@Out Buf text);
}
