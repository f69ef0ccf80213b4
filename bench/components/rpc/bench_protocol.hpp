// SPDX-License-Identifier: BSD-2-Clause
// The types of bench.x and their external forms, as rpcgen would make them of it.
#pragma once

#include <rpc/xdr_values.hpp>

namespace flat::rpc {

inline constexpr u32 bench_program = 0x20464c54;
inline constexpr u32 bench_version = 1;

/// The procedures of the program.
enum class BenchProcedure : u32 { null, min, echo };

inline constexpr u32 numbers_max = 2000;

struct Pair {
    i32 first = 0;
    i32 second = 0;
};

/// Up to `numbers_max` integers.
struct Numbers {
    i32* values = nullptr;
    u32 count = 0;
};

XdrResult xdr_pair(XdrStream& stream, Pair& pair);
XdrResult xdr_numbers(XdrStream& stream, Numbers& numbers);

using IntegerPlace = XdrPlace<i32, xdr_i32>;
using PairPlace = XdrPlace<Pair, xdr_pair>;
using NumbersPlace = XdrPlace<Numbers, xdr_numbers>;

} // namespace flat::rpc
