// SPDX-License-Identifier: BSD-2-Clause
package flat.lang;

/** An unsigned integer of 32 bits; `flat::u32` in C++. */
public final class u32 {
    private u32() {}
}
