// SPDX-License-Identifier: BSD-2-Clause
// Passes buffers whose pages are withdrawn before a call and during it.
#pragma once

#include <core/result.hpp>
#include <core/text.hpp>
#include <core/types.hpp>
#include <flat/demo/ledger_error.hpp>
#include <partners/withdrawal.hpp>
#include <partners/withdrawn.flat.hpp>

namespace flat::partners {

/// Says of each call what came of it, and that its server still answers.
class Withdrawn : public WithdrawnComponent {
public:
    using WithdrawnComponent::WithdrawnComponent;

    void run() override;

private:
    void try_before();
    void try_during();
    void tell(Text what, Result<u32, demo::LedgerError> const& answer);
};

} // namespace flat::partners
