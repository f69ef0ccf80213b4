// SPDX-License-Identifier: BSD-2-Clause
// Passes buffers whose pages are withdrawn before a call and during it.
#include <partners/withdrawn.hpp>

#include <core/memory.hpp>
#include <core/say.hpp>
#include <domain/page.hpp>

namespace flat::partners {

namespace {

using domain::page_size;

constexpr u32 pages = 8;

/// Some pages for each call. They are the domain's own until then.
alignas(page_size) u8 room[pages][page_size] = {};

/// So many pages of the room, of which the last one is to go.
Span<u8> buffer(u32 first, u32 count, Side side) {
    Span<u8> const text(room[first], count * page_size);
    u64 const word = address_of(room[first + count - 1]) + static_cast<u64>(side);
    memcpy(text.data(), &word, sizeof word);
    return text;
}

} // namespace

void Withdrawn::run() {
    try_before();
    try_during();
}

void Withdrawn::try_before() {
    Span<u8> const text = buffer(0, 2, Side::nobody);
    (void)withdraw->pass(address_of(room[1]) + static_cast<u64>(Side::client));
    tell("what is gone before", ledger->note(text));
    tell("what is gone before, to be written", ledger->read(0, 0, text));
}

/// The last call takes a page from the server: of a buffer that has no page of its own and is
/// copied, the last one of the stack there.
void Withdrawn::try_during() {
    tell("what is only read, and goes", ledger->note(buffer(2, 2, Side::client)));
    tell("what is written, and goes", ledger->read(0, 0, buffer(4, 2, Side::client)));
    tell("what stays", ledger->read(0, 0, buffer(6, 2, Side::nobody)));
    Span<u8> const copied = Span<u8>(room[6], 2 * page_size).after(page_size / 2).first(page_size);
    u64 const word = static_cast<u64>(Side::server);
    memcpy(copied.data(), &word, sizeof word);
    tell("what goes from the server", ledger->read(0, 0, copied));
}

void Withdrawn::tell(Text what, Result<u32, demo::LedgerError> const& answer) {
    if (answer.is_ok())
        say(*log, "{}: {} bytes", what, answer.value());
    else
        say(*log, "{}: error {}", what, static_cast<u32>(answer.error().code));
}

} // namespace flat::partners
