// SPDX-License-Identifier: BSD-2-Clause
package flat.thread;

import flat.lang.KernelObject;

/** What is done at a later time (core/alarm.hpp): a member of the object that has it done. */
public final class Alarm extends KernelObject {}
