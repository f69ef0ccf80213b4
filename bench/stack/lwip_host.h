// SPDX-License-Identifier: BSD-2-Clause
// A host of lwIP's as a library that is loaded once for each host: what it can do.
#pragma once

struct Frame; // waits for a host

struct LwipHost {
    /// Makes the host 10.0.0.`number`; what it sends is given to `send`.
    void (*start)(unsigned char number, void (*send)(void const* bytes, unsigned size));

    /// A copy of a frame's bytes, in the host's own buffer, and its delivery.
    struct Frame* (*copied)(void const* bytes, unsigned size);
    void (*receive)(struct Frame* frame);

    /// Sends datagrams to its port 7 back, and takes a stream there.
    void (*serve)(void);

    /// Has a socket, and a connection, to port 7 of the host 10.0.0.`number`.
    void (*call)(unsigned char number);
    int (*is_connected)(void);

    /// Sends a datagram of one byte; how many have come back.
    void (*ask)(void);
    unsigned (*answers)(void);

    /// Queues what there is room for, at most so many bytes, and tells how many; how many have
    /// come.
    unsigned (*put)(unsigned bytes);
    unsigned (*taken)(void);
};

/// The calls of the host that this copy of the library is.
struct LwipHost const* lwip_host(void);
