// SPDX-License-Identifier: BSD-2-Clause
package flat.lang;

/** A signed integer of 32 bits; `flat::i32` in C++. */
public final class i32 {
    private i32() {}
}
