// SPDX-License-Identifier: BSD-2-Clause
package flat.net;

import flat.lang.u16;
import flat.lang.u32;

/** An address of IPv4 and a port, both as numbers: 127.0.0.1 is 0x7f000001. */
public record Endpoint(u32 address, u16 port) {}
