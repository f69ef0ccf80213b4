// SPDX-License-Identifier: BSD-2-Clause
// Passes buffers of whole pages to a server of another domain, and looks what became of them.
#pragma once

#include <core/result.hpp>
#include <core/span.hpp>
#include <core/text.hpp>
#include <flat/demo/borrower.hpp>
#include <partners/lending/lender.flat.hpp>

namespace flat::partners::lending {

/// Says what came of each call; ends with status 1 where a byte is not what it should be.
class Lender : public LenderComponent {
public:
    using LenderComponent::LenderComponent;

    void run() override;

private:
    using Deed = demo::Borrower::Deed;

    void pass_all_places();
    void pass_two();
    void pass_too_much();
    void pass(Deed deed);
};

} // namespace flat::partners::lending
