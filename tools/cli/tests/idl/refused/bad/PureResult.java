// SPDX-License-Identifier: BSD-2-Clause
package bad;

import flat.lang.OneWay;
import flat.lang.Pure;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;

@Version(1)
public interface PureResult extends Top {
    @Pure
    @OneWay
    void forget(u32 number);

    @Pure
    Top find(u32 number);
}
