// SPDX-License-Identifier: BSD-2-Clause
package flat.lang;

/** An unsigned integer of 16 bits; `flat::u16` in C++. */
public final class u16 {
    private u16() {}
}
