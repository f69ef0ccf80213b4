// SPDX-License-Identifier: BSD-2-Clause
package bad;

import flat.lang.Top;
import flat.lang.Version;

@Version(1)
public interface RecordWithBody extends Top {
    record Point(int x) {
        static int zero() {
            return 0;
        }
    }
}
