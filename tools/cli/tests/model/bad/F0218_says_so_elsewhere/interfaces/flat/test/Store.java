// SPDX-License-Identifier: BSD-2-Clause
package flat.test;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u64;

/** Keeps numbers. */
@Version(1)
public interface Store extends Top {
    u64 put(u64 number) throws StoreError;

    u64 get();
}
