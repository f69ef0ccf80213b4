// SPDX-License-Identifier: BSD-2-Clause
// Uses buffers of others, as it should and as it should not.
#pragma once

#include <core/result.hpp>
#include <core/span.hpp>
#include <flat/demo/ledger_error.hpp>
#include <partners/lending/borrower.flat.hpp>

namespace flat::partners::lending {

/// Does by pointers what no component would: its domain is to end by it, and nobody else.
class Borrower : public BorrowerComponent {
public:
    using BorrowerComponent::BorrowerComponent;

    Result<u64, demo::LedgerError> look(Deed deed, Span<u8 const> text) override;
    Result<void, demo::LedgerError> change(Deed deed, Span<u8> text) override;
    Result<u64, demo::LedgerError> copy(Span<u8 const> from, Span<u8> to) override;

private:
    void behave(Deed deed, Span<u8 const> text);

    u8 const* before_ = nullptr;
};

} // namespace flat::partners::lending
