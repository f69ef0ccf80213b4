// SPDX-License-Identifier: BSD-2-Clause
package bad;

import flat.lang.Context;
import flat.lang.Top;
import flat.lang.Version;

@Version(1)
public interface UnknownContext extends Top {
    @Context(SIGNAL)
    void act();
}
