// SPDX-License-Identifier: BSD-2-Clause
package bad;

import flat.lang.Top;
import flat.lang.Version;
import flat.hal.*;

@Version(1)
public interface WildcardImport extends Top {
    void act();
}
