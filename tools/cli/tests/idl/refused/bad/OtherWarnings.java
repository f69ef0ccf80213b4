// SPDX-License-Identifier: BSD-2-Clause
package bad;

import flat.lang.Top;
import flat.lang.Version;

@SuppressWarnings("all")
@Version(1)
public interface OtherWarnings extends Top {
    void act();
}
