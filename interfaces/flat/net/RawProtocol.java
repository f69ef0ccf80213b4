// SPDX-License-Identifier: BSD-2-Clause
package flat.net;

import flat.lang.Version;

/**
 * Messages of ICMP as they are (RFC 792), for users that write and read their headers themselves;
 * participants have no ports. Each user gets all that come to this host.
 */
@Version(1)
public interface RawProtocol extends Protocol {}
