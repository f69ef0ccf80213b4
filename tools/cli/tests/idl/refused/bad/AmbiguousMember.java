// SPDX-License-Identifier: BSD-2-Clause
package bad;

import flat.log.Log;
import flat.lang.Version;

@Version(1)
public interface AmbiguousMember extends AmbiguousMemberB, Log {
    enum Other {
        A
    }

    void act(Level level);
}
