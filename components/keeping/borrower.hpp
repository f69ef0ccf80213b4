// SPDX-License-Identifier: BSD-2-Clause
// Borrows a book, and ends with it.
#pragma once

#include <keeping/borrower.flat.hpp>

namespace flat::keeping {

/// Ends its domain with an error if it gets no book, or what somebody else had.
class Borrower : public BorrowerComponent {
public:
    using BorrowerComponent::BorrowerComponent;

    void run() override;
};

} // namespace flat::keeping
