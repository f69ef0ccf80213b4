// SPDX-License-Identifier: BSD-2-Clause
// Rings once, and then three times.
#pragma once

#include <demo/threads/ringer.flat.hpp>

namespace flat::demo::threads {

/// Does not know how many hear it.
class Ringer : public RingerComponent {
public:
    using RingerComponent::RingerComponent;

    void run() override;
};

} // namespace flat::demo::threads
