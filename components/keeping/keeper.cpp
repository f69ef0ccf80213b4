// SPDX-License-Identifier: BSD-2-Clause
// Makes the domain with the books when it is asked to, and ends it.
#include <keeping/keeper.hpp>

#include <keeping/make_task.hpp>

namespace flat::keeping {

using demo::LedgerError;

Result<bool, LedgerError> Keeper::begin() {
    domain::Domain* const made = make_task(*tasks, Text(books));
    if (!made) return false;
    books_ = made;
    books_->start();
    return books_->join() == 0;
}

Result<void, LedgerError> Keeper::end() {
    if (books_) flat::exchange(books_, nullptr)->release();
    return {};
}

Result<u32, LedgerError> Keeper::visit() {
    domain::Domain* const visitor = make_task(*tasks, Text(borrower));
    if (!visitor) return LedgerError{LedgerError::limit};
    visitor->start();
    u32 const status = visitor->join();
    visitor->release();
    return status;
}

} // namespace flat::keeping
