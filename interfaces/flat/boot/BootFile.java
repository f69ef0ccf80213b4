// SPDX-License-Identifier: BSD-2-Clause
package flat.boot;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u64;
import flat.lang.vaddr;

/** A file that the boot loader has put into memory beside the kernel. */
@Version(1)
public interface BootFile extends Top {
    /** Where it lies, for as long as the kernel runs; of no bytes if there is none. */
    record Contents(vaddr base, u64 bytes) {}

    /** The file. What is in it is input: nobody has looked at it. */
    Contents contents();
}
