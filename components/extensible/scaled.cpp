// SPDX-License-Identifier: BSD-2-Clause
// Passes a multiple on: it is made to be loaded.
#include <extensible/scaled.hpp>

#include <core/text.hpp>

namespace flat::extensible {

Scaled::~Scaled() {
    if (log) log->write(log::Log::Level::info, Text("extensible.Scaled goes").bytes());
}

u64 Scaled::pass(u64 value) {
    return next->pass(value * factor);
}

} // namespace flat::extensible
