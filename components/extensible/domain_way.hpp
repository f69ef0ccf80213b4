// SPDX-License-Identifier: BSD-2-Clause
// What a domain that loads components does.
#pragma once

#include <core/types.hpp>

namespace flat::extensible {

enum class DomainWay : u64 {
    whole,         ///< All that it may, and says so.
    leaves,        ///< Ends with components that are loaded, and memory that is taken.
    hoards,        ///< Takes all memory that it gets.
    writes_code,   ///< This one and those after it must not survive.
    writes_table,  ///< Of functions, in data that are read only.
    runs_object,   ///< As if a component's members were code.
    runs_unsealed, ///< As if memory that can be written was code.
    count,
    alone = count ///< All that it may without names and offers of other domains.
};

/// What the kernel is asked for in place of a number.
namespace asked {

constexpr u64 offer = 1000;    ///< Offer its sum; returns 0.
constexpr u64 withdraw = 1001; ///< Withdraw that; returns how many hold the offer.

} // namespace asked

} // namespace flat::extensible
