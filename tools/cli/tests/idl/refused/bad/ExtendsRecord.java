// SPDX-License-Identifier: BSD-2-Clause
package bad;

import flat.hal.Mmu;
import flat.lang.Version;

@Version(1)
public interface ExtendsRecord extends Mmu.Mapping {
    void act();
}
