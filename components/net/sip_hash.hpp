// SPDX-License-Identifier: BSD-2-Clause
// A hash that cannot be guessed without its key.
#pragma once

#include <core/memory.hpp>
#include <core/span.hpp>
#include <core/types.hpp>

namespace flat::net {

/// SipHash-2-4 (Aumasson and Bernstein 2012).
class SipHash {
public:
    SipHash(u64 key0, u64 key1) : key0_(key0), key1_(key1) {}

    /// Of three words.
    u64 operator()(u64 a, u64 b, u64 c) const {
        State state = begun();
        state.take(a);
        state.take(b);
        state.take(c);
        return state.ended(24);
    }

    /// Of bytes.
    u64 operator()(Span<u8 const> bytes) const {
        State state = begun();
        usize const whole = bytes.size() & ~usize(7);
        for (usize i = 0; i < whole; i += sizeof(u64)) {
            u64 word;
            memcpy(&word, bytes.data() + i, sizeof word);
            state.take(word);
        }
        u64 last = 0;
        for (usize i = whole; i < bytes.size(); ++i)
            last |= u64(bytes[i]) << 8 * (i - whole);
        return state.ended(bytes.size(), last);
    }

private:
    struct State {
        u64 v0, v1, v2, v3;

        void take(u64 word) {
            v3 ^= word;
            round();
            round();
            v0 ^= word;
        }

        /// The hash of so many bytes, of which the last, fewer than eight, are `rest`.
        u64 ended(usize bytes, u64 rest = 0) {
            take(u64(bytes) << 56 | rest);
            v2 ^= 0xff;
            for (u32 i = 0; i < 4; ++i)
                round();
            return v0 ^ v1 ^ v2 ^ v3;
        }

        void round() {
            v0 += v1;
            v2 += v3;
            v1 = rotated(v1, 13) ^ v0;
            v3 = rotated(v3, 16) ^ v2;
            v0 = rotated(v0, 32);
            v2 += v1;
            v0 += v3;
            v1 = rotated(v1, 17) ^ v2;
            v3 = rotated(v3, 21) ^ v0;
            v2 = rotated(v2, 32);
        }
        static u64 rotated(u64 value, u32 bits) { return value << bits | value >> (64 - bits); }
    };

    State begun() const {
        return {key0_ ^ 0x736f'6d65'7073'6575, key1_ ^ 0x646f'7261'6e64'6f6d,
                key0_ ^ 0x6c79'6765'6e65'7261, key1_ ^ 0x7465'6462'7974'6573};
    }

    u64 key0_;
    u64 key1_;
};

} // namespace flat::net
