// SPDX-License-Identifier: BSD-2-Clause
// Passes buffers of whole pages to a server of another domain, and looks what became of them.
#include <partners/lending/lender.hpp>

#include <core/memory.hpp>
#include <core/panic.hpp>
#include <core/say.hpp>
#include <domain/page.hpp>
#include <partners/lending/texts.hpp>

namespace flat::partners::lending {

namespace {

using domain::page_size;

constexpr usize room_pages = 20;
constexpr usize room_bytes = room_pages * page_size;

alignas(page_size) u8 room[room_bytes] = {};

/// Where buffers begin and end on their pages.
constexpr usize places[] = {0, 1, 8, 2047, page_size - 1};

/// What a buffer has at its byte of this number: never the secret, nor one less.
u8 byte_of(usize number) {
    return (number * 7 + number / 251) & 0x7f;
}

/// Fills the room with a secret, and a buffer in it with what differs from byte to byte.
Span<u8> fill(usize first, usize bytes) {
    memset(room, secret, sizeof room);
    for (usize i = 0; i < bytes; ++i)
        room[first + i] = byte_of(i);
    return {room + first, bytes};
}

/// Whether all but a buffer is as it was.
bool is_untouched(usize first, usize bytes) {
    for (usize i = 0; i < room_bytes; ++i)
        if ((i < first || i >= first + bytes) && room[i] != secret) return false;
    return true;
}

bool is_one_more(Span<u8 const> text, u8 added) {
    for (usize i = 0; i < text.size(); ++i)
        if (text[i] != byte_of(i) + added) return false;
    return true;
}

} // namespace

void Lender::run() {
    auto const asked = static_cast<Deed>(deed->pass(0));
    if (asked != Deed::nothing) return pass(asked);
    pass_all_places();
    pass_two();
    pass_too_much();
}

/// Buffers that begin and end everywhere on pages, both of which may be the same one.
void Lender::pass_all_places() {
    u32 calls = 0;
    static constexpr usize lengths[] = {0, 1, 2, 15};
    for (usize const pages : lengths)
        for (usize const first : places)
            for (usize const last : places) {
                usize const bytes = pages * page_size + last;
                Span<u8> const text = fill(first, bytes);
                auto const hash = borrower->look(Deed::nothing, text);
                if (hash.is_error() || hash.value() != hash_of(text)) panic("wrong bytes");
                auto const beside = borrower->look(Deed::looks_beside, text);
                if (beside.is_error() || beside.value() != 0) panic("others' bytes are seen");
                if (!is_one_more(text, 0)) panic("an argument has changed");
                if (borrower->change(Deed::nothing, text).is_error()) panic("no change");
                if (!is_one_more(text, 1)) panic("bytes that came back are wrong");
                if (!is_untouched(first, bytes)) panic("bytes beside a buffer have changed");
                ++calls;
            }
    say(*log, "{} buffers have crossed, and no byte beside them", calls);
}

/// Two at once: first apart, then one over the other, where the server must not see its own writes.
void Lender::pass_two() {
    Span<u8> const all = fill(0, room_bytes);
    static constexpr usize from_bytes = 8 * page_size + 5;
    Span<u8> const from = all.first(from_bytes);
    static constexpr usize seconds[] = {from_bytes, 10 * page_size, 4 * page_size, 100, 0};
    for (usize const to : seconds) {
        (void)fill(0, room_bytes);
        auto const same = borrower->copy(from, all.after(to).first(from_bytes));
        if (same.is_error() || same.value() != 1) panic("an argument changes while it is read");
    }
    say(*log, "of two buffers none changed the other one");
}

/// What is not there at all, and what is not there to write.
void Lender::pass_too_much() {
    static constexpr u8 fixed[2 * page_size] = {1};
    auto* const constant = const_cast<u8*>(fixed); // what a hostile client would do
    auto const missing = borrower->look(Deed::nothing, {pointer_to<u8>(page_size), 2 * page_size});
    auto const read_only = borrower->change(Deed::nothing, {constant, 2 * page_size});
    if (missing.is_ok() || read_only.is_ok()) panic("what the client has not was passed");
    if (borrower->look(Deed::nothing, fixed).is_error()) panic("constants are not passed");
    say(*log, "what a client has not, or not to write, is error {} and {}",
        static_cast<u32>(missing.error().code), static_cast<u32>(read_only.error().code));
}

/// The server may end by it; the buffer stays what it was.
void Lender::pass(Deed asked) {
    usize const first = asked == Deed::dies ? 100 : 0;
    usize const bytes = 4 * page_size;
    Span<u8> const text = fill(first, bytes);
    auto const before = borrower->look(Deed::nothing, text);
    Span<u8> const next = asked == Deed::looks_back ? text.first(8) : text;
    auto const outcome = borrower->look(asked, next);
    if (before.is_error() || !is_one_more(text, 0)) panic("a buffer has changed");
    if (!is_untouched(first, bytes)) panic("bytes beside a buffer have changed");
    if (outcome.is_ok()) return say(*log, "deed {}: answered", static_cast<u32>(asked));
    say(*log, "deed {}: error {}", static_cast<u32>(asked), static_cast<u32>(outcome.error().code));
}

} // namespace flat::partners::lending
