// SPDX-License-Identifier: BSD-2-Clause
// What is said of a disk that is not there.
#pragma once

#include <flat/block/disk.hpp>

namespace flat {

/// Without sectors, of which none can be written.
inline constexpr block::Disk::Geometry no_disk{0, 512, 1, true, false};

} // namespace flat
