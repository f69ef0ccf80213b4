// SPDX-License-Identifier: BSD-2-Clause
package flat.service;

import flat.lang.Failure;

/** Why an offer could not be made, found or used. */
@SuppressWarnings("serial")
public final class TradeError extends Failure {
    /** The reasons. */
    public enum Code {
        /** No room is left for an offer. */
        FULL,
        /** The target has not the interface under which it is offered. */
        WRONG_TYPE,
        /** The offer was withdrawn, or there is none. */
        WITHDRAWN,
        /** The text is longer than 127 bytes, or has more than 8 parts. */
        TOO_LONG,
        /** A part does not begin with the name of a property. */
        BAD_NAME,
        /** After a name comes nothing that compares, or what compares does not fit its value. */
        BAD_OPERATOR,
        /** After an operator comes no value, or something after its end. */
        BAD_VALUE,
        /** An offer has a property twice. */
        DUPLICATE,
        /** The trader's domain is gone, or there is no room for what passes. */
        UNREACHABLE
    }
}
