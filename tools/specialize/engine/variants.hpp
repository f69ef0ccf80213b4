// SPDX-License-Identifier: BSD-2-Clause
// The versions of each point of the code, and which of them a state goes to.
#pragma once

#include "state.hpp"

#include <deque>
#include <map>

namespace specialize {

/// One version of the code from a point on, and what it takes for known.
struct Variant {
    State state;
    std::size_t hash = 0;
    llvm::BasicBlock* block = nullptr; ///< null until its code is begun
};

/// All versions. A point has at most `limit` that know exactly what arrived; after those come
/// general ones: a few that each know what an earlier one and the arrival have in common, then each
/// knows less than the one before, the last only what is stable. That bounds their number whatever
/// the program does.
class Variants {
public:
    struct Arrival {
        Variant* variant = nullptr;
        bool is_new = false;
        bool is_general = false; ///< it was made to know less than what arrived
    };
    /// With `spent`, no more is known than must be.
    Arrival arrive(Point const& point, State const& state, std::size_t limit, bool spent);

private:
    struct Versions {
        std::deque<Variant> exact;
        std::deque<Variant> general;
    };

    static State const& nearest(Versions const& versions, State const& state);
    static Arrival add(std::deque<Variant>& variants, State state, std::size_t hash);

    std::map<Point, Versions> points_;
};

} // namespace specialize
