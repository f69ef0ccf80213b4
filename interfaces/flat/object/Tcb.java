// SPDX-License-Identifier: BSD-2-Clause
package flat.object;

import flat.lang.KernelObject;

/** A thread control block, composed by the configurator from mix-ins (Dannowski 2004, Figure 1). */
public final class Tcb extends KernelObject {}
