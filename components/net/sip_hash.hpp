// SPDX-License-Identifier: BSD-2-Clause
// A hash that nobody can guess who does not know the key.
#pragma once

#include <core/types.hpp>

namespace flat::net {

/// SipHash-2-4 (Aumasson and Bernstein 2012) of three words.
class SipHash {
public:
    SipHash(u64 key0, u64 key1) : key0_(key0), key1_(key1) {}

    u64 operator()(u64 a, u64 b, u64 c) const {
        State state{key0_ ^ 0x736f'6d65'7073'6575, key1_ ^ 0x646f'7261'6e64'6f6d,
                    key0_ ^ 0x6c79'6765'6e65'7261, key1_ ^ 0x7465'6462'7974'6573};
        u64 const words[] = {a, b, c, u64{24} << 56};
        for (u64 const word : words) {
            state.v3 ^= word;
            state.round();
            state.round();
            state.v0 ^= word;
        }
        state.v2 ^= 0xff;
        for (u32 i = 0; i < 4; ++i)
            state.round();
        return state.v0 ^ state.v1 ^ state.v2 ^ state.v3;
    }

private:
    struct State {
        u64 v0, v1, v2, v3;

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

    u64 key0_;
    u64 key1_;
};

} // namespace flat::net
