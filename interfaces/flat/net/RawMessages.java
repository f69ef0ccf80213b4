// SPDX-License-Identifier: BSD-2-Clause
package flat.net;

import flat.lang.Version;

/**
 * What sees each message of ICMP that came to this host with a right checksum, and leaves it as it
 * was: `deliver` returns FALSE. It hears of all that did not arrive.
 */
@Version(1)
public interface RawMessages extends Upper {}
