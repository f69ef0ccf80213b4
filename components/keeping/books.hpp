// SPDX-License-Identifier: BSD-2-Clause
// A few books, which others borrow; they end in the middle of a call.
#pragma once

#include <core/utility.hpp>
#include <flat/demo/tally.hpp>
#include <keeping/books.flat.hpp>

namespace flat::keeping {

/// Fewer books than borrowers that never return theirs.
class Books : public BooksComponent, NonCopyable {
public:
    using BooksComponent::BooksComponent;

    static constexpr u32 books_max = 4;

    Result<u64, demo::LedgerError> add(u64 amount) override { return sum_ += amount; }
    Result<u64, demo::LedgerError> write(Span<u8 const> text) override;
    Result<demo::Tally*, demo::LedgerError> borrow() override;
    Result<void, demo::LedgerError> close() override;

private:
    /// One that at most one borrower has.
    class Book final : public demo::Tally {
    public:
        bool is_lent() const { return is_lent_; }
        void lend();

        Result<u64, demo::LedgerError> add(u64 amount) override { return sum_ += amount; }
        Result<void, demo::LedgerError> hide() override { return {}; }
        void release() override { is_lent_ = false; }
        void* narrow(InterfaceId id) override;

    private:
        bool is_lent_ = false;
        u64 sum_ = 0;
    };

    u64 sum_ = 0;
    u64 written_ = 0;
    Book books_[books_max];
};

} // namespace flat::keeping
