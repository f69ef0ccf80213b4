// SPDX-License-Identifier: BSD-2-Clause
package bad;

import flat.lang.Buf;
import flat.lang.In;
import flat.lang.Pure;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;

@Version(1)
public interface PureParameter extends Top {
    @Pure
    u32 sum(@In Buf values, u32 limit, Top other);
}
