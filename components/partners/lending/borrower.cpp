// SPDX-License-Identifier: BSD-2-Clause
// Uses buffers of others, as it should and as it should not.
#include <partners/lending/borrower.hpp>

#include <core/bits.hpp>
#include <core/panic.hpp>
#include <domain/page.hpp>
#include <partners/lending/texts.hpp>

namespace flat::partners::lending {

using demo::LedgerError;
using domain::page_size;

namespace {

u8 byte_at(vaddr place) {
    return *pointer_to<u8 const volatile>(place);
}

/// How often four bytes of a secret follow each other; one alone is found in any numbers.
u64 secrets_between(vaddr begin, vaddr end) {
    u64 found = 0;
    u32 in_a_row = 0;
    for (vaddr place = begin; place != end; ++place) {
        in_a_row = byte_at(place) == secret ? in_a_row + 1 : 0;
        found += in_a_row >= 4;
    }
    return found;
}

/// The same of the first and the last page of a buffer, beside it.
u64 secrets_beside(Span<u8 const> text) {
    vaddr const begin = address_of(text.data());
    vaddr const end = begin + text.size();
    return secrets_between(align_down(begin, page_size), begin) +
           secrets_between(end, align_up(end, page_size));
}

} // namespace

Result<u64, LedgerError> Borrower::look(Deed deed, Span<u8 const> text) {
    u64 const hash = hash_of(text);
    behave(deed, text);
    before_ = text.data();
    return deed == Deed::looks_beside ? secrets_beside(text) : hash;
}

Result<void, LedgerError> Borrower::change(Deed deed, Span<u8> text) {
    for (u8& each : text)
        ++each;
    behave(deed, text);
    before_ = text.data();
    return {};
}

Result<u64, LedgerError> Borrower::copy(Span<u8 const> from, Span<u8> to) {
    u64 const hash = hash_of(from);
    usize const bytes = from.size() < to.size() ? from.size() : to.size();
    for (usize i = bytes; i != 0; --i)
        to[i - 1] = static_cast<u8>(from[i - 1] + 1);
    return u64{hash == hash_of(from)};
}

void Borrower::behave(Deed deed, Span<u8 const> text) {
    vaddr const begin = address_of(text.data());
    switch (deed) {
    case Deed::nothing:
    case Deed::looks_beside:
        return;
    case Deed::looks_beyond:
        (void)byte_at(align_up(begin + text.size(), page_size));
        return;
    case Deed::looks_back:
        (void)byte_at(address_of(before_));
        return;
    case Deed::writes:
        *pointer_to<u8 volatile>(align_up(begin, page_size)) = 1;
        return;
    case Deed::dies:
        panic("a borrower dies, as was asked for");
    case Deed::loops:
        for (;;)
            asm volatile("");
    }
}

} // namespace flat::partners::lending
