// SPDX-License-Identifier: BSD-2-Clause
package flat.memory;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u64;

/** Makes frames with a limit from others (THINK, section 4.2: resources made from lower ones). */
@Version(1)
public interface QuotaManager extends Top {
    /**
     * A quota of `source`, which may be one itself: then what is taken counts in both. `limitBytes`
     * may be more than `source` has.
     */
    Quota create(Frames source, u64 limitBytes) throws MemoryError;
}
