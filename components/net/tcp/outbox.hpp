// SPDX-License-Identifier: BSD-2-Clause
// Segments on their way from connections to the protocol below.
#pragma once

#include <core/atomic.hpp>
#include <core/guarded.hpp>
#include <core/net/message.hpp>
#include <core/utility.hpp>
#include <flat/memory/allocator.hpp>
#include <flat/net/session.hpp>

namespace flat::net::tcp {

/// A ring of segments. A connection puts some into it while it is locked, and they are pushed when
/// it is not: on a loopback the answer comes before `push` returns. What finds no place is lost, as
/// any segment may be.
class Outbox : NonCopyable {
public:
    static constexpr u32 segments_max = 128;

    /// Panics without memory.
    Outbox(memory::Allocator& allocator, BufferPool& pool);
    ~Outbox();

    /// Adds a segment that `session` is to send; `users` counts those that are, and the session
    /// stays as long as there are any.
    void put(Message& segment, Session& session, Atomic<u32>& users);

    /// Sends what there is.
    void flush();

private:
    struct Entry {
        explicit Entry(BufferPool& pool) : segment(pool) {}

        Message segment;
        Session* session = nullptr;
        Atomic<u32>* users = nullptr;
    };
    struct Ring {
        u32 first = 0;
        u32 count = 0;
    };

    bool take(Entry& entry);

    memory::Allocator& allocator_;
    BufferPool& pool_;
    Entry* entries_;
    Guarded<Ring> ring_;
};

} // namespace flat::net::tcp
