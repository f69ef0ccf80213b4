// SPDX-License-Identifier: BSD-2-Clause
// Takes a serialized name and gives it back, and then everything that is almost one.
#include <demo/names/desk_check.hpp>

#include <core/say.hpp>

namespace flat::demo::names {

void DeskCheck::run() {
    u8 room[64];
    Span<u8> const form = Span<u8>(room).first(desk->name(room));
    say(*log, "a name has {} bytes", form.size());
    say(*log, "what it designates returns {}", desk->pass(form, 42).value_or(0));
    u32 shorter = 0;
    for (usize size = 0; size < form.size(); ++size)
        shorter += desk->pass(form.first(size), 1).is_error();
    say(*log, "shorter ones that are refused: {}", shorter);
    say(*log, "ones with another bit that are refused: {}", count_refused(form));
    say(*log, "what it designates returns {}", desk->pass(form, 0).value_or(0));
}

/// How many of the names are refused that differ in one bit.
u32 DeskCheck::count_refused(Span<u8> form) {
    u32 refused = 0;
    for (u8& byte : form) {
        for (u32 bit = 0; bit < 8; ++bit) {
            u8 const mask = static_cast<u8>(1 << bit);
            byte ^= mask;
            refused += desk->pass(form, 1).is_error();
            byte ^= mask;
        }
    }
    return refused;
}

} // namespace flat::demo::names
