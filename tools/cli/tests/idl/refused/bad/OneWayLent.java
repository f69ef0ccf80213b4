// SPDX-License-Identifier: BSD-2-Clause
package bad;

import flat.lang.OneWay;
import flat.lang.Top;
import flat.lang.Version;

@Version(1)
public interface OneWayLent extends Top {
    @OneWay
    void tell(OneWayLent other);
}
