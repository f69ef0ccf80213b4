// SPDX-License-Identifier: BSD-2-Clause
// A question to a partner, and what is said of its answer.
#pragma once

#include <core/say.hpp>
#include <core/text.hpp>
#include <flat/demo/partner.hpp>
#include <flat/log/log.hpp>

namespace flat::partners {

inline constexpr Text way_names[] = {
    "answers",       "loops", "waits",        "dies", "asks one that loops",
    "asks for ever", "asks",  "is asked back"};
inline constexpr u64 ways = sizeof way_names / sizeof *way_names;

/// Asks a partner that first does as `way` says, and logs its answer.
inline void ask(log::Log& log, Text kind, demo::Partner& partner, demo::Partner::Way way) {
    auto const answer = partner.ask(way, 41);
    Text const name = way_names[static_cast<u32>(way)];
    if (answer.is_ok())
        say(log, "{}: a partner that {} says {}", kind, name, answer.value());
    else
        say(log, "{}: a partner that {} gives error {}", kind, name,
            static_cast<u32>(answer.error().code));
}

} // namespace flat::partners
