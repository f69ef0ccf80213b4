// SPDX-License-Identifier: BSD-2-Clause
// The recorder's own text (recorder/), which is part of the program.
#pragma once

#include <string_view>

namespace specialize {

/// What recording functions refer to, for C and C++ of any standard.
std::string_view recorder_declarations();

/// A C source; the declarations go before it.
std::string_view recorder_source();

} // namespace specialize
