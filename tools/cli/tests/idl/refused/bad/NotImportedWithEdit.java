// SPDX-License-Identifier: BSD-2-Clause
package bad;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u8;

@Version(1)
public interface NotImportedWithEdit extends Top {
    u8 act(Timer timer);
}
