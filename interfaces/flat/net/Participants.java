// SPDX-License-Identifier: BSD-2-Clause
package flat.net;

import flat.lang.u16;
import flat.lang.u64;

/**
 * The two ends of a conversation, in the words of one protocol: addresses are of hardware in
 * Ethernet, and of IPv4 above it; ports are what one protocol knows its users by, types in Ethernet
 * and protocols in IPv4, alike at both ends. Where a protocol is opened, 0 stands for any, of its
 * own addresses for the one that fits.
 */
public record Participants(u64 local, u64 remote, u16 localPort, u16 remotePort) {}
