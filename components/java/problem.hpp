// SPDX-License-Identifier: BSD-2-Clause
// Why bytes are no class file.
#pragma once

#include <core/types.hpp>

namespace flat::java {

/// What is wrong, and where.
struct FormatProblem {
    enum class Kind : u8 {
        format,  ///< a ClassFormatError
        version, ///< an UnsupportedClassVersionError
    };
    Kind kind;
    u32 offset;       ///< of the first byte that is wrong, or of what it belongs to
    char const* what; ///< a sentence without its full stop, for users
};

} // namespace flat::java
