// SPDX-License-Identifier: BSD-2-Clause
// Data that came before others that precede them.
#pragma once

#include <core/net/message.hpp>
#include <core/types.hpp>
#include <core/utility.hpp>
#include <net/tcp/sequence.hpp>

namespace flat::net::tcp {

/// A few segments in order; the latest make room for earlier ones.
class ReceiveQueue : NonCopyable {
public:
    static constexpr u32 segments_max = 16;

    explicit ReceiveQueue(BufferPool& pool) : pool_(pool) {}
    ~ReceiveQueue() { clear(); }

    void clear() {
        for (u32 i = 0; i < count_; ++i)
            message(i).~Message();
        count_ = 0;
    }
    bool is_empty() const { return count_ == 0; }

    /// Keeps data that begin at `sequence`, unless there is no room.
    void add(u32 sequence, Message& data);

    /// Names at most `count_max` ranges of what is kept, first the one that `latest` is in; returns
    /// how many.
    u32 name_ranges(u32 latest, Range* ranges, u32 count_max);

    /// Moves to the end of `stream`, which ends at `end`, whatever continues it; returns the new
    /// end.
    u32 take(Message& stream, u32 end);

private:
    struct Place {
        alignas(Message) u8 bytes[sizeof(Message)];
    };

    Message& message(u32 index) { return *reinterpret_cast<Message*>(places_[index].bytes); }
    void remove_first();

    BufferPool& pool_;
    u32 sequences_[segments_max];
    Place places_[segments_max];
    u32 count_ = 0;
};

} // namespace flat::net::tcp
