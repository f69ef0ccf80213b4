// SPDX-License-Identifier: BSD-2-Clause
// Tries the methods of a ledger, and says which it may call.
#pragma once

#include <demo/ledger/guard_check.flat.hpp>

namespace flat::demo::ledger {

/// Does not know whether anything stands between it and the ledger.
class GuardCheck : public GuardCheckComponent {
public:
    using GuardCheckComponent::GuardCheckComponent;

    void run() override;
};

} // namespace flat::demo::ledger
