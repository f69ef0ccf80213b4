// SPDX-License-Identifier: BSD-2-Clause
package flat.lang;

/** An unsigned integer of 8 bits; `flat::u8` in C++. */
public final class u8 {
    private u8() {}
}
