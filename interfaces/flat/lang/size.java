// SPDX-License-Identifier: BSD-2-Clause
package flat.lang;

/** A number of bytes or elements in memory; `flat::usize` in C++. */
public final class size {
    private size() {}
}
