// SPDX-License-Identifier: BSD-2-Clause
package bad;

import flat.lang.Top;
import flat.lang.Version;

@Version(1)
public interface IntOverflow extends Top {
    int A = 2147483648;
}
