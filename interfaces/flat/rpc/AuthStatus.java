// SPDX-License-Identifier: BSD-2-Clause
package flat.rpc;

/** What a server or client thinks of the other's authentication (RFC 5531, section 9). */
public enum AuthStatus {
    /** Nothing is wrong. */
    OK,
    /** The credential is malformed. */
    BAD_CREDENTIAL,
    /** The client must begin a new session. */
    REJECTED_CREDENTIAL,
    /** The verifier is malformed. */
    BAD_VERIFIER,
    /** The verifier has expired or was used before. */
    REJECTED_VERIFIER,
    /** The server wants a stronger flavour. */
    TOO_WEAK,
    /** The verifier of the reply is wrong; only clients find that. */
    INVALID_RESPONSE,
    /** For a reason that is not known. */
    FAILED,
    /** Kerberos has failed. */
    KERBEROS_GENERIC,
    /** The credential has expired. */
    TIME_EXPIRED,
    /** There is a problem with the ticket file. */
    TICKET_FILE,
    /** The authenticator cannot be decoded. */
    DECODE,
    /** The address of the ticket is wrong. */
    NET_ADDRESS,
    /** The server has no credentials for the user. */
    NO_CREDENTIAL_PROBLEM,
    /** There is a problem with the context. */
    CONTEXT_PROBLEM
}
