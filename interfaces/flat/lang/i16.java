// SPDX-License-Identifier: BSD-2-Clause
package flat.lang;

/** A signed integer of 16 bits; `flat::i16` in C++. */
public final class i16 {
    private i16() {}
}
