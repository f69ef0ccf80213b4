// SPDX-License-Identifier: BSD-2-Clause
package flat.unix;

import flat.lang.Top;
import flat.lang.Version;

/** The way from programs into the kernel; once it exists, system calls are taken. */
@Version(1)
public interface SystemCalls extends Top {}
