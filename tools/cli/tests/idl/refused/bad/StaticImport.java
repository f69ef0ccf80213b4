// SPDX-License-Identifier: BSD-2-Clause
package bad;

import static flat.hal.Mmu.READ;
import flat.lang.Top;
import flat.lang.Version;

@Version(1)
public interface StaticImport extends Top {
    void act();
}
