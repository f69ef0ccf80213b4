// SPDX-License-Identifier: BSD-2-Clause
package flat.lang;

/** A signed integer of 8 bits; `flat::i8` in C++. */
public final class i8 {
    private i8() {}
}
