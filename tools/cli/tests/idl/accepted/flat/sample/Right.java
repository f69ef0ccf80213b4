// SPDX-License-Identifier: BSD-2-Clause
package flat.sample;

import flat.lang.Version;
import flat.lang.u32;

@Version(1)
public interface Right extends Base {
    u32 right(Right.Kind kind);
}
