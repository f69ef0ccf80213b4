// SPDX-License-Identifier: BSD-2-Clause
package flat.unix;

import flat.lang.Top;
import flat.lang.Version;
import flat.lang.i64;
import flat.lang.u32;
import flat.lang.u64;
import flat.lang.vaddr;

/** The system calls of Linux on sockets (section 2 of its manual); as `ProcessCalls`. */
@Version(1)
public interface SocketCalls extends Top {
    /** Makes a socket, and a descriptor for it; flags are in its kind. */
    i64 socket(Task task, u32 family, u32 kind, u32 protocol);

    /** Makes two that are connected with each other, and two descriptors for them. */
    i64 socketpair(Task task, u32 family, u32 kind, u32 protocol, vaddr descriptors);

    /** Gives it an address. */
    i64 bind(Task task, u32 descriptor, vaddr address, u32 addressBytes);

    /** Connects it to another. */
    i64 connect(Task task, u32 descriptor, vaddr address, u32 addressBytes);

    /** Lets it receive connections. */
    i64 listen(Task task, u32 descriptor);

    /** Takes the next connection, with flags of `socket`. */
    i64 accept(Task task, u32 descriptor, vaddr address, vaddr addressBytes, u32 flags);

    /** Sends bytes, to an address if there is one. */
    i64 sendto(Task task, u32 descriptor, vaddr bytes, u64 size, u32 flags, vaddr address,
            u32 addressBytes);

    /** Receives bytes, and tells the address if that is wanted. */
    i64 recvfrom(Task task, u32 descriptor, vaddr bytes, u64 size, u32 flags, vaddr address,
            vaddr addressBytes);

    /** Sends what a struct msghdr says. */
    i64 sendmsg(Task task, u32 descriptor, vaddr message, u32 flags);

    /** Receives into what a struct msghdr says. */
    i64 recvmsg(Task task, u32 descriptor, vaddr message, u32 flags);

    /** Sends messages one after the other: `struct mmsghdr`; returns how many. */
    i64 sendmmsg(Task task, u32 descriptor, vaddr messages, u32 count, u32 flags);

    /** Receives as many, until a time that is looked at after each of them. */
    i64 recvmmsg(Task task, u32 descriptor, vaddr messages, u32 count, u32 flags, vaddr timeout);

    /** Ends receiving, sending or both. */
    i64 shutdown(Task task, u32 descriptor, u32 how);

    /** Its own address. */
    i64 getsockname(Task task, u32 descriptor, vaddr address, vaddr addressBytes);

    /** The other end's. */
    i64 getpeername(Task task, u32 descriptor, vaddr address, vaddr addressBytes);

    /** Sets an option. */
    i64 setsockopt(Task task, u32 descriptor, u32 level, u32 name, vaddr value, u32 valueBytes);

    /** Tells an option. */
    i64 getsockopt(Task task, u32 descriptor, u32 level, u32 name, vaddr value, vaddr valueBytes);
}
