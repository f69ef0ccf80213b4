// SPDX-License-Identifier: BSD-2-Clause
package bad;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.In;

@Version(1)
public interface AnnotatedType extends Top {
    void act(flat.lang.@In Buf text);
}
