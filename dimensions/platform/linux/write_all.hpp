// SPDX-License-Identifier: BSD-2-Clause
// Output to a file descriptor.
#pragma once

#include <core/span.hpp>
#include <core/types.hpp>

namespace flat::platform {

/// Writes all bytes, however often the host interrupts; gives up when the other end is gone.
void write_all(int descriptor, Span<u8 const> bytes);

} // namespace flat::platform
