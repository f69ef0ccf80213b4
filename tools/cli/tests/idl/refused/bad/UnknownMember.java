// SPDX-License-Identifier: BSD-2-Clause
package bad;

import flat.hal.Timer;
import flat.lang.Top;
import flat.lang.Version;

@Version(1)
public interface UnknownMember extends Top {
    void act(Timer.Tock tock);
}
