// SPDX-License-Identifier: BSD-2-Clause
package flat.sample;

import flat.lang.KernelObject;

/** A kernel object. */
public final class Opaque extends KernelObject {}
