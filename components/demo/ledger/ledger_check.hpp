// SPDX-License-Identifier: BSD-2-Clause
// Uses a ledger in every way, and says what came of it: the same through every kind of binding.
#pragma once

#include <demo/ledger/ledger_check.flat.hpp>

namespace flat::demo::ledger {

/// What it says depends on the ledger's limit alone, which is 1000 or more.
class LedgerCheck : public LedgerCheckComponent {
public:
    using LedgerCheckComponent::LedgerCheckComponent;

    void run() override;

private:
    void add();
    void apply();
    void keep_notes();
    void keep_note(u32 bytes);
    void reverse();
    void break_down();
};

} // namespace flat::demo::ledger
