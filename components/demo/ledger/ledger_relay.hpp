// SPDX-License-Identifier: BSD-2-Clause
// A ledger that asks another one.
#pragma once

#include <demo/ledger/ledger_relay.flat.hpp>

namespace flat::demo::ledger {

/// Adds nothing to what it passes on.
class LedgerRelay : public LedgerRelayComponent {
public:
    using LedgerRelayComponent::LedgerRelayComponent;

    Result<u64, LedgerError> add(u64 amount) override;
    Result<Outcome, LedgerError> apply(Change const& change, u32 times) override;
    Result<u32, LedgerError> note(Span<u8 const> text) override;
    Result<u32, LedgerError> read(u32 number, u32 from, Span<u8> text) override;
    Result<void, LedgerError> reverse(Span<u8> text) override;
    Result<void, LedgerError> break_down() override;
};

} // namespace flat::demo::ledger
