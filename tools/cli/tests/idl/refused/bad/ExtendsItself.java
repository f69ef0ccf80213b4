// SPDX-License-Identifier: BSD-2-Clause
package bad;

import flat.lang.Version;

@Version(1)
public interface ExtendsItself extends ExtendsItself {
    void act();
}
