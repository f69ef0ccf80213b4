// SPDX-License-Identifier: BSD-2-Clause
package flat.lang;

/** A virtual address; `flat::vaddr` in C++. */
public final class vaddr {
    private vaddr() {}
}
