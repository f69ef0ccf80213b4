// SPDX-License-Identifier: BSD-2-Clause
package flat.net;

import flat.lang.Failure;

/** Why the address of a host is not known. */
@SuppressWarnings("serial")
public final class HostNameError extends Failure {
    /** The reasons. */
    public enum Code {
        /** The text is no name of a host. */
        INVALID,
        /** No host has the name, or none with an address of IPv4. */
        ABSENT,
        /** The server knows more than a datagram holds. */
        TRUNCATED,
        /** The server could not find out, or did not want to. */
        REFUSED,
        /** The server has not answered in time. */
        SILENT,
        /** There is no socket for the question. */
        EXHAUSTED
    }
}
