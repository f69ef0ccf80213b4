// SPDX-License-Identifier: BSD-2-Clause
package flat.lang;

/** A signed integer of 64 bits; `flat::i64` in C++. */
public final class i64 {
    private i64() {}
}
