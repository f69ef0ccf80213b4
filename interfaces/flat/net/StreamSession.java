// SPDX-License-Identifier: BSD-2-Clause
package flat.net;

import static flat.lang.ContextKind.INTERRUPT;

import flat.lang.Buf;
import flat.lang.Context;
import flat.lang.Out;
import flat.lang.Version;
import flat.lang.u32;

/**
 * One end of a connection that carries a stream of bytes: TCP's. `push` queues bytes, all of a
 * message or none: FULL if there is no room now, which leaves the message as it was. What has come
 * waits here until it is taken, so that the other end sends no faster than that. `release` ends the
 * stream, and nobody receives any more; what was queued is still sent.
 */
@Version(1)
public interface StreamSession extends Session {
    /** How it stands. */
    enum State {
        /** The other end has not answered. */
        CONNECTING,
        /** Bytes go both ways. */
        CONNECTED,
        /** The other end has sent its last; ours may go on. */
        ENDED,
        /** All is over. */
        CLOSED
    }

    /** How it stands now. */
    @Context(INTERRUPT)
    State state();

    /** Fails with the reason if the connection has not ended well, or could not be made. */
    @Context(INTERRUPT)
    void check() throws NetworkError;

    /** How many bytes can be queued now. */
    @Context(INTERRUPT)
    u32 room();

    /**
     * How many bytes more complete the segment that is sent last; those after it have `mtu` bytes
     * each. What is queued in pieces of these sizes is sent in them.
     */
    @Context(INTERRUPT)
    u32 segmentRoom();

    /** How many bytes have come and were not taken. */
    @Context(INTERRUPT)
    u32 available();

    /** Takes at most `bytes` bytes that have come; `destination` is empty before. */
    @Context(INTERRUPT)
    void receive(u32 bytes, Message destination);

    /** Copies the first of the bytes that have come, which stay; returns how many. */
    @Context(INTERRUPT)
    u32 look(@Out Buf bytes);

    /**
     * As `push`, and tells the other end that all up to the end of this is urgent (RFC 9293,
     * section 3.8.5), also while it takes no data.
     */
    @Context(INTERRUPT)
    void pushUrgent(Message message) throws NetworkError;

    /** How many of the next bytes are urgent, as the other end says; some may not have come. */
    @Context(INTERRUPT)
    u32 urgent();

    /** Whether a short segment is sent while another one is on its way, without Nagle's delay. */
    @Context(INTERRUPT)
    void sendAtOnce(boolean does);

    /** Whether a silent partner is asked, now and then, if it lives; at first it is not. */
    @Context(INTERRUPT)
    void keepAlive(boolean does);

    /** Ends the stream after what was queued; the other end may go on. */
    @Context(INTERRUPT)
    void finish();
}
