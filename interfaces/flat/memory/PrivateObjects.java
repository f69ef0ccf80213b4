// SPDX-License-Identifier: BSD-2-Clause
package flat.memory;

import flat.lang.Top;
import flat.lang.Version;

/** Makes memory for address spaces of processes, which are copied as wholes. */
@Version(1)
public interface PrivateObjects extends Top {
    /** An object of zeros, as large as an address space: page n is for page n of the space. */
    PrivateObject create() throws MemoryError;
}
