// SPDX-License-Identifier: BSD-2-Clause
package flat.rpc;

import flat.lang.KernelObject;

/** A stream of external data (RFC 4506), which is encoded or decoded. */
public final class XdrStream extends KernelObject {}
