// SPDX-License-Identifier: BSD-2-Clause
package flat.sample;

import flat.lang.Top;
import flat.lang.Version;

/** Two files that refer to each other. */
@Version(1)
public interface Egg extends Top {
    Chicken next();
}
