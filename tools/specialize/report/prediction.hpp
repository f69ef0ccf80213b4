// SPDX-License-Identifier: BSD-2-Clause
// What a version is expected to save, from a profile of the general code and what became known.
#pragma once

#include "call_profile.hpp"

#include <specialize/engine/report.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace specialize {

/// Instructions for each call of an entry. (Volanschi, Muller, Consel 1996, section 4.2.)
struct Prediction {
    uint64_t calls = 0;             ///< of the entry, in the profile
    double general = 0;             ///< of the entry and all that it calls, as measured
    double reached = 0;             ///< of that, on lines that the version's code comes from
    double saved = 0;               ///< of that, evaluated away
    double guard = 0;               ///< added by the tests at each call, up to this version's
    std::optional<double> measured; ///< of the version, where a profile of it was given

    double expected() const { return general - saved + guard; }
    double gain() const { return expected() > 0 ? general / expected() : 1; }
    /// Which part of the calls must pass the guard for all of them to take no more than before: a
    /// call that fails pays for the test and saves nothing. None: not even all are enough.
    std::optional<double> least_share() const;
    /// How many calls that pass the guard save what opening a session takes, in instructions. None:
    /// a call saves nothing.
    std::optional<uint64_t> calls_to_pay(uint64_t opening) const;
};

/// A line's instructions are saved in the proportion in which its instructions became known. None
/// if the profile has no call of `entry`. `guard_instructions` is what is tested before the version
/// runs.
std::optional<Prediction> predict(CallProfile const& general, std::string const& entry,
                                  Report const& report, std::size_t guard_instructions);

} // namespace specialize
