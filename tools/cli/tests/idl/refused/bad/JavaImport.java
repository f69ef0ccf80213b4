// SPDX-License-Identifier: BSD-2-Clause
package bad;

import flat.lang.Top;
import flat.lang.Version;
import java.util.List;

@Version(1)
public interface JavaImport extends Top {
    void act();
}
