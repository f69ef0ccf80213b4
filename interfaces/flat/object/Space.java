// SPDX-License-Identifier: BSD-2-Clause
package flat.object;

import flat.lang.KernelObject;

/** An address space of user-mode programs, composed by the configurator from mix-ins. */
public final class Space extends KernelObject {}
