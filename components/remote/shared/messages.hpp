// SPDX-License-Identifier: BSD-2-Clause
// What kernels that share memory tell each other.
#pragma once

#include <core/span.hpp>
#include <core/types.hpp>
#include <core/utility.hpp>
#include <flat/net/datagrams.hpp>
#include <remote/datagram.hpp>
#include <remote/message.hpp>

namespace flat::remote::shared {

/// What a message says: the `method` of its datagrams. Their `object` is the page, their `level`
/// rights, their `sequence` the number of the request or of the recall.
enum class MessageKind : u16 {
    hello = 1, ///< A partner wants a session; `session` is its own number, `sequence` of greetings.
    welcome,   ///< It has one; `object` is its own number.
    refusal,   ///< The session is none any more, and nothing of it is worth anything.
    want,      ///< A partner needs a page with rights.
    grant,     ///< It has them from now on, and the contents, unless it has them already.
    have,      ///< It has them.
    decline,   ///< It did not wait for them any longer, and has nothing.
    working,   ///< It is going to be granted, or refused; or given, by a partner that holds it.
    failure,   ///< It cannot be granted: the contents are lost, or there is no memory.
    recall,    ///< A partner must not have more than these rights to a page.
    gave,      ///< It does not; and the contents, if only it had them.
};

/// Rights to a page, as partners know them. Who may write may read.
enum Rights : u8 { none = 0, reading = 1, writing = 3 };

/// Whether it is what only partners send, in a session.
inline bool is_of_partner(MessageKind kind) {
    return kind == MessageKind::want || kind == MessageKind::gave || kind == MessageKind::have ||
           kind == MessageKind::decline;
}

inline MessageKind kind_of(remote::DatagramHeader const& header) {
    return static_cast<MessageKind>(header.method);
}

/// Sends a message; errors of the network are as good as datagrams that are lost.
inline void send(net::Datagrams& datagrams, u64 destination, MessageKind kind,
                 remote::DatagramHeader header, Span<u8 const> contents = {}) {
    header.kind = remote::DatagramKind::memory;
    header.method = static_cast<u16>(kind);
    remote::send_message(datagrams, destination, header, contents);
}

/// How often what is not answered is sent, and when.
struct Patience {
    u32 tries;
    u32 first_ms;
    u32 most_ms;
};

/// A message that is sent again until it is answered, or has been sent often enough.
class Repeated {
public:
    void begin(Patience const& patience, u64 now_ns) {
        tries_ = 0;
        wait(patience, now_ns);
    }
    bool is_due(u64 now_ns) const { return due_ns_ <= now_ns; }
    u64 due_ns() const { return due_ns_; }

    /// Whether it is to be sent once more, and counts that.
    bool again(Patience const& patience, u64 now_ns) {
        if (++tries_ >= patience.tries) return false;
        wait(patience, now_ns);
        return true;
    }

private:
    void wait(Patience const& patience, u64 now_ns) {
        u64 wait_ms = patience.first_ms;
        for (u32 i = 0; i < tries_ && wait_ms < patience.most_ms; ++i)
            wait_ms *= 2;
        due_ns_ = now_ns + min<u64>(wait_ms, patience.most_ms) * remote::ns_per_ms;
    }

    u64 due_ns_ = 0;
    u32 tries_ = 0;
};

} // namespace flat::remote::shared
