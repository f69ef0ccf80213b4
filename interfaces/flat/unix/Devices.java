// SPDX-License-Identifier: BSD-2-Clause
package flat.unix;

import flat.fs.Node;
import flat.lang.Nullable;
import flat.lang.Top;
import flat.lang.Version;

/** What nodes of devices stand for. */
@Version(1)
public interface Devices extends Top {
    /** Opens what a node stands for, which is held then; null if that is nothing. */
    @Nullable
    OpenFile open(Node node);
}
