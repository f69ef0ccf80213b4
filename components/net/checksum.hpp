// SPDX-License-Identifier: BSD-2-Clause
// The checksum of the Internet protocols.
#pragma once

#include <core/big_endian.hpp>
#include <core/memory.hpp>
#include <core/message.hpp>
#include <core/span.hpp>

namespace flat::net {

/// The ones' complement sum of 16-bit words (RFC 1071), which is summed up in the machine's own
/// byte order (section 2, B) and in words of 64 bits (C), and folded at the end.
class Checksum {
public:
    /// Adds bytes that begin at an even place of what is summed up.
    void add(Span<u8 const> bytes) { add_sum(sum_of(bytes.data(), bytes.size())); }

    /// Adds a number as it is sent.
    void add(u16 number) {
        u8 bytes[2];
        store_big_endian_u16(bytes, number);
        u16 word;
        memcpy(&word, bytes, sizeof word);
        add_sum(word);
    }
    void add_u32(u32 number) {
        add(static_cast<u16>(number >> 16));
        add(static_cast<u16>(number));
    }

    /// Adds all bytes of a message, which begins at an even place.
    void add(Message const& message);

    /// What stands in the header when the field itself counted as 0.
    void store(u8* place) const {
        u16 const word = static_cast<u16>(~folded());
        memcpy(place, &word, sizeof word);
    }

    /// Whether what was added, the field included, is undamaged.
    bool is_right() const { return folded() == 0xffff; }

    /// What has been added so far, in few bits, for another sum to begin with.
    u16 folded() const {
        u64 sum = (sum_ >> 32) + (sum_ & 0xffff'ffff);
        sum = (sum >> 16) + (sum & 0xffff);
        sum = (sum >> 16) + (sum & 0xffff);
        return static_cast<u16>((sum >> 16) + (sum & 0xffff));
    }
    void add_folded(u16 sum) { add_sum(sum); }

private:
    void add_sum(u64 value) {
        if (__builtin_add_overflow(sum_, value, &sum_)) ++sum_;
    }
    static u64 sum_of(u8 const* bytes, usize size);

    u64 sum_ = 0;
};

} // namespace flat::net
