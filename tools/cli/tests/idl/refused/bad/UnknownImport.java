// SPDX-License-Identifier: BSD-2-Clause
package bad;

import flat.hal.Timr;
import flat.lang.Top;
import flat.lang.Version;

@Version(1)
public interface UnknownImport extends Top {
    void act();
}
