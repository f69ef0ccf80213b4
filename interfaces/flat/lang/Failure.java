// SPDX-License-Identifier: BSD-2-Clause
package flat.lang;

/**
 * Why a method could not do what it was asked for; `throws E` is `flat::Result<T, E>` in C++.
 *
 * A final class extends it, and holds nothing but the reasons: `public enum Code`.
 */
@SuppressWarnings("serial")
public abstract class Failure extends Exception {
    /** For the classes that name a failure. */
    protected Failure() {}
}
