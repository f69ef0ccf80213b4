// SPDX-License-Identifier: BSD-2-Clause
// Borrows a book, and ends with it.
#include <keeping/borrower.hpp>

#include <flat/demo/tally.hpp>

namespace flat::keeping {

void Borrower::run() {
    auto const book = books->borrow();
    if (book.is_error()) power->power_off(1 + static_cast<u32>(book.error().code));
    auto const sum = book.value()->add(5);
    if (sum.is_error() || sum.value() != 5) power->power_off(10);
}

} // namespace flat::keeping
