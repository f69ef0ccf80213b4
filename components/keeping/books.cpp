// SPDX-License-Identifier: BSD-2-Clause
// A few books, which others borrow; they end in the middle of a call.
#include <keeping/books.hpp>

namespace flat::keeping {

using demo::LedgerError;

Result<u64, LedgerError> Books::write(Span<u8 const> text) {
    return written_ += text.size();
}

Result<demo::Tally*, LedgerError> Books::borrow() {
    for (Book& each : books_)
        if (!each.is_lent()) {
            each.lend();
            return &each;
        }
    return LedgerError{LedgerError::limit};
}

Result<void, LedgerError> Books::close() {
    return keeper->end();
}

void Books::Book::lend() {
    is_lent_ = true;
    sum_ = 0;
}

void* Books::Book::narrow(InterfaceId id) {
    if (id == demo::Tally::interface_id) return static_cast<demo::Tally*>(this);
    if (id == core::AbstractResource::interface_id)
        return static_cast<core::AbstractResource*>(this);
    if (id == Top::interface_id) return static_cast<Top*>(this);
    return nullptr;
}

} // namespace flat::keeping
