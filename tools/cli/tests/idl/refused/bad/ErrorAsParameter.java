// SPDX-License-Identifier: BSD-2-Clause
package bad;

import flat.hal.MmuError;
import flat.lang.Top;
import flat.lang.Version;

@Version(1)
public interface ErrorAsParameter extends Top {
    void act(MmuError error);
}
