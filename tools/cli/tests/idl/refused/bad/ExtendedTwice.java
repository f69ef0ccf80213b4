// SPDX-License-Identifier: BSD-2-Clause
package bad;

import flat.boot.Entry;
import flat.lang.Version;

@Version(1)
public interface ExtendedTwice extends Entry, Entry {
    void act();
}
