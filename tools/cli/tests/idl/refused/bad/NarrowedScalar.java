// SPDX-License-Identifier: BSD-2-Clause
package bad;

import flat.lang.Narrowed;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;

@Version(1)
public interface NarrowedScalar extends Top {
    @Narrowed
    u32 act();
}
