// SPDX-License-Identifier: BSD-2-Clause
// Rings once, and then three times.
#pragma once

#include <demo/ringer.flat.hpp>

namespace flat::demo {

/// Does not know how many hear it.
class Ringer : public RingerComponent {
public:
    using RingerComponent::RingerComponent;

    void run() override;
};

} // namespace flat::demo
