// SPDX-License-Identifier: BSD-2-Clause
package flat.lang;

/** A physical address; `flat::paddr` in C++. */
public final class paddr {
    private paddr() {}
}
