// SPDX-License-Identifier: BSD-2-Clause
package bad;

import flat.lang.Buf;
import flat.lang.In;
import flat.lang.Out;
import flat.lang.Top;
import flat.lang.Version;

@Version(1)
public interface BufWithTwoDirections extends Top {
    void act(@In @Out Buf text);
}
