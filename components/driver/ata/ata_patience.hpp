// SPDX-License-Identifier: BSD-2-Clause
// How long drivers of ATA disks wait for what must come.
#pragma once

#include <core/types.hpp>

namespace flat::driver::ata {

/// Waits for hardware by asking again and again, which takes a microsecond or so each time. What
/// is started first may take a second. Later waits are made in interrupts, where nothing else goes
/// on meanwhile: they end after some ten milliseconds each.
class AtaPatience {
public:
    /// Whether a condition comes true in time.
    template<class Condition>
    bool comes(Condition const& condition) const {
        for (u32 tries = 0; tries < tries_; ++tries)
            if (condition()) return true;
        return false;
    }

    /// The first start has ended.
    void shorten() { tries_ = 10'000; }

private:
    u32 tries_ = 1'000'000;
};

} // namespace flat::driver::ata
