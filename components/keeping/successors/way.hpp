// SPDX-License-Identifier: BSD-2-Clause
// What the domains in one slot do, one after the other.
#pragma once

#include <core/text.hpp>
#include <core/types.hpp>

namespace flat::keeping::successors {

enum class Way : u64 {
    honest,   ///< Serves.
    collects, ///< Calls back by each word that it gets, and leaves them all to its successors.
    replays,  ///< Calls back by what the one before was passed, and answers with that.
    forges,   ///< Answers anything.
    hangs,    ///< Never answers.
    dies,     ///< Ends in the middle of a call.
    count
};

/// That of the domain that came after so many others.
constexpr Way way_of(u64 generation) {
    return static_cast<Way>(generation % static_cast<u64>(Way::count));
}

constexpr Text way_names[] = {"honest", "collects", "replays", "forges", "hangs", "dies"};
static_assert(sizeof way_names / sizeof *way_names == u64(Way::count));

/// What is in no message to an impostor.
constexpr u64 secret = 0x5ec7e75ec7e70a11;

} // namespace flat::keeping::successors
