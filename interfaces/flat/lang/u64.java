// SPDX-License-Identifier: BSD-2-Clause
package flat.lang;

/** An unsigned integer of 64 bits; `flat::u64` in C++. */
public final class u64 {
    private u64() {}
}
