// SPDX-License-Identifier: BSD-2-Clause
package bad;

import flat.lang.Top;
import flat.lang.Version;

@Version(value = 1)
public interface NamedAnnotationValue extends Top {
    void act();
}
