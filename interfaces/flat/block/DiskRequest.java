// SPDX-License-Identifier: BSD-2-Clause
package flat.block;

import flat.lang.KernelObject;

/** What a disk is asked for, and what came of it (core/disk/disk_request.hpp). */
public final class DiskRequest extends KernelObject {}
