// SPDX-License-Identifier: BSD-2-Clause
package flat.unix;

import flat.lang.Buf;
import flat.lang.In;
import flat.lang.Nullable;
import flat.lang.Out;
import flat.lang.Version;
import flat.lang.i64;
import flat.lang.u32;
import flat.lang.u64;

/**
 * A socket (socket(7)). Addresses are records that begin with their family, and lie in the kernel's
 * memory, as the bytes do. Results are those of system calls.
 */
@Version(2)
public interface SocketFile extends OpenFile {
    /**
     * What has come: so many bytes or the negative number of an error; how long the address is; how
     * many bytes of a message were cut off.
     */
    record Received(i64 bytes, u32 addressBytes, u64 cutBytes) {}

    /** Who has made a socket, or listens by it: a process, its user and its group. */
    record Peer(u32 process, u32 user, u32 group) {}

    /** SOCK_STREAM: bytes without boundaries. */
    int STREAM = 1;
    /** SOCK_DGRAM: messages, each whole or not at all. */
    int DATAGRAM = 2;
    /** SOCK_RAW: packets with the headers of their network, for the superuser. */
    int RAW = 3;
    /** SOCK_SEQPACKET: messages between two that are connected. */
    int SEQUENCED_PACKETS = 5;

    /** No error tells more bytes of what did not arrive. */
    int QUOTED_BYTES_MAX = 8;

    /** What it transports. */
    u32 kind();

    /** Whether connections are accepted from it. */
    boolean isListening();

    /** Gives it an address. */
    i64 bind(Task task, @In Buf address);

    /** Connects it; EINPROGRESS if that would be to wait, and may not. */
    i64 connect(Task task, @In Buf address, boolean mayWait);

    /** Lets it receive connections. */
    i64 listen();

    /** Waits for a connection, as `read` does for bytes. */
    i64 awaitConnection(Task task, boolean mayWait);

    /** Takes a connection as a new socket; null if there is none, or no room for it. */
    @Nullable
    SocketFile takeConnection();

    /** Sends bytes and returns how many; the address is empty where the socket knows it. */
    i64 send(Task task, @In Buf bytes, @In Buf address, boolean mayWait);

    /**
     * Receives bytes, 0 at the end of a stream, and the address that they come from. If it only
     * looks, they stay to be received again.
     */
    Received receive(Task task, @Out Buf bytes, @Out Buf address, boolean mayWait,
            boolean onlyLooks);

    /** Ends receiving (0), sending (1) or both (2). */
    i64 shutdown(u32 how);

    /** Its own address; returns how long that is. */
    i64 name(@Out Buf address);

    /** The other end's. */
    i64 peer(@Out Buf address);

    /** Who is at the other end, as it was when they were connected. */
    Peer peerCredentials();

    /** Whether it tells who has sent what it receives (SO_PASSCRED). */
    boolean tellsSenders();

    /** Sets that; without a meaning where others than processes of this system send. */
    void setTellsSenders(boolean tells);

    /** Sets an option of its protocols (ip(7)); ENOPROTOOPT for those that it has not. */
    i64 setOption(u32 level, u32 name, @In Buf value);

    /** Tells an option of its protocols, as much as fits; returns how many bytes that is. */
    i64 option(u32 level, u32 name, @Out Buf value);

    /**
     * Takes the oldest of the errors that are kept (MSG_ERRQUEUE): the beginning of what did not
     * arrive, and where it was sent to. EAGAIN if there is none; never waits.
     */
    Received receiveError(Task task, @Out Buf bytes, @Out Buf address);

    /** Why it has failed since that was asked last, by Linux' number; 0 if it has not. */
    u32 takeError();
}
