// SPDX-License-Identifier: BSD-2-Clause
package flat.net;

import flat.lang.Version;

/**
 * Echoes of ICMP (RFC 792), asked for by users that are told apart by their identifiers, which are
 * the local ports here; remote ports are 0. A message is one of ICMP, its header of 8 bytes first:
 * the user has written its type, 8, its code, 0, and its number. The identifier and the checksum
 * are the session's to write. What is delivered are answers, with their headers.
 */
@Version(1)
public interface EchoProtocol extends Protocol {}
