// SPDX-License-Identifier: BSD-2-Clause
package bad;

import flat.lang.Buf;
import flat.lang.Top;
import flat.lang.Version;

@Version(1)
public interface BufWithoutDirection extends Top {
    void act(Buf text);
}
