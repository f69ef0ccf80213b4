// SPDX-License-Identifier: BSD-2-Clause
package bad;

import flat.lang.Version;

@Version(1)
public interface InheritsOwnNameB {
    record InheritsOwnName(int x) {}
}
