// SPDX-License-Identifier: BSD-2-Clause
package flat.unix;

import flat.lang.KernelObject;

/** A thread of a program (core/machine/task.hpp): a base of what processes have of it. */
public final class Task extends KernelObject {}
