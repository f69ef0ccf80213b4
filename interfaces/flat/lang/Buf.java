// SPDX-License-Identifier: BSD-2-Clause
package flat.lang;

/**
 * Bytes that the caller owns, with their number: the one way in which bulk data travel.
 *
 * Only a parameter may be a Buf, and it says which way the bytes go: {@link In}, {@link Out} or
 * {@link InOut}. `flat::Span` in C++.
 */
public final class Buf {
    private Buf() {}
}
