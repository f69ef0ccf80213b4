// SPDX-License-Identifier: BSD-2-Clause
package bad;

import flat.lang.Buf;
import flat.lang.In;
import flat.lang.Max;
import flat.lang.Top;
import flat.lang.Version;

@Version(1)
public interface MaxOfNothing extends Top {
    void act(@In @Max(0) Buf text);
}
