// SPDX-License-Identifier: BSD-2-Clause
package bad;

import flat.lang.KernelObject;
import flat.lang.Top;
import flat.lang.Version;

@Version(1)
public interface NestedObject extends Top {
    final class Inner extends KernelObject {}
    void act(Inner inner);
}
