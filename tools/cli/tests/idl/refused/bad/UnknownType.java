// SPDX-License-Identifier: BSD-2-Clause
package bad;

import flat.lang.Top;
import flat.lang.Version;

@Version(1)
public interface UnknownType extends Top {
    void act(Timr time);
}
