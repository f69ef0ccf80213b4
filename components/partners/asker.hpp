// SPDX-License-Identifier: BSD-2-Clause
// Asks a partner from a domain of its own, and says what came of it.
#pragma once

#include <partners/asker.flat.hpp>

namespace flat::partners {

/// Sleeps itself when it is to ask for nothing.
class Asker : public AskerComponent {
public:
    using AskerComponent::AskerComponent;

    void run() override;
};

} // namespace flat::partners
