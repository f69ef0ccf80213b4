// SPDX-License-Identifier: BSD-2-Clause
// How long drivers of ATA disks wait at their start for what must come.
#pragma once

#include <core/types.hpp>

namespace flat::driver::ata {

/// As often the hardware is asked, which takes a microsecond or so each time.
inline constexpr u32 ata_patience = 1'000'000;

template<class Condition>
bool comes(Condition const& condition) {
    for (u32 tries = 0; tries < ata_patience; ++tries)
        if (condition()) return true;
    return false;
}

} // namespace flat::driver::ata
