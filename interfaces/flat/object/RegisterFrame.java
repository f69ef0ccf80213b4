// SPDX-License-Identifier: BSD-2-Clause
package flat.object;

import flat.lang.KernelObject;

/** The minimal execution context of the processor; each architecture defines its registers. */
public final class RegisterFrame extends KernelObject {}
