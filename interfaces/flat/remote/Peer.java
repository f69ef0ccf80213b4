// SPDX-License-Identifier: BSD-2-Clause
package flat.remote;

import flat.lang.Version;

/** Another kernel, perhaps on another machine, whose objects can be called. */
@Version(2)
public interface Peer extends Partner {}
