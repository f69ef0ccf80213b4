// SPDX-License-Identifier: BSD-2-Clause
package bad;

import flat.lang.Top;

public interface NoVersion extends Top {
    void act();
}
