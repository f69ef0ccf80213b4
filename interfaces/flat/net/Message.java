// SPDX-License-Identifier: BSD-2-Clause
package flat.net;

import flat.lang.KernelObject;

/**
 * What travels through protocols: bytes in pieces of shared buffers (core/net/message.hpp). Whoever
 * is given one may take its contents away, or leave them.
 */
public final class Message extends KernelObject {}
