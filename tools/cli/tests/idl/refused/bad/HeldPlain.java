// SPDX-License-Identifier: BSD-2-Clause
package bad;

import flat.lang.Held;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;

@Version(1)
public interface HeldPlain extends Top {
    void keep(@Held HeldPlain other, @Held u32 number);
}
