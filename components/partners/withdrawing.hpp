// SPDX-License-Identifier: BSD-2-Clause
// Has pages withdrawn while it is called, as the buffer says that it gets.
#pragma once

#include <core/span.hpp>
#include <core/types.hpp>
#include <partners/withdrawing.flat.hpp>

namespace flat::partners {

/// A ledger without sums: only what has buffers does something.
class Withdrawing : public WithdrawingComponent {
public:
    using WithdrawingComponent::WithdrawingComponent;

    Result<u64, demo::LedgerError> add(u64 amount) override;
    Result<Outcome, demo::LedgerError> apply(Change const& change, u32 times) override;
    Result<u32, demo::LedgerError> note(Span<u8 const> text) override;
    Result<u32, demo::LedgerError> read(u32 number, u32 from, Span<u8> text) override;
    Result<void, demo::LedgerError> reverse(Span<u8> text) override;
    Result<void, demo::LedgerError> break_down() override;

private:
    void have_withdrawn(Span<u8 const> text);
};

} // namespace flat::partners
