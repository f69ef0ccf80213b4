// SPDX-License-Identifier: BSD-2-Clause
package flat.net;

import flat.lang.KernelObject;

/** Buffers for messages, which devices reach too (core/net/buffer_pool.hpp). */
public final class BufferPool extends KernelObject {}
