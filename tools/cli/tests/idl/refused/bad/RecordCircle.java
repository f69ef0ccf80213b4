// SPDX-License-Identifier: BSD-2-Clause
package bad;

import flat.lang.Top;
import flat.lang.Version;

@Version(1)
public interface RecordCircle extends Top {
    record A(B b) {}
    record B(A a) {}
}
