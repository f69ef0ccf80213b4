// SPDX-License-Identifier: BSD-2-Clause
package bad;

import flat.lang.Top;
import flat.lang.Version;

@Version(1)
public interface ConstantLikeMethod extends Top {
    int READ = 1;
    void read();
}
