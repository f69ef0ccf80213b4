// SPDX-License-Identifier: BSD-2-Clause
// Opens accounts until the bank has none left.
#pragma once

#include <bank/hoarder.flat.hpp>

namespace flat::bank {

/// What can be held at once ends before the bank does, where the bank is behind a boundary.
class Hoarder : public HoarderComponent {
public:
    using HoarderComponent::HoarderComponent;

    void run() override;
};

} // namespace flat::bank
