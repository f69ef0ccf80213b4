// SPDX-License-Identifier: BSD-2-Clause
// Payloads of calls: copied once, from where they are to the stack of the program that is called,
// but for pages that are lent.
#include <abi/carry.hpp>

#include <core/utility.hpp>
#include <domain/page.hpp>
#include <flat/hal/mmu.hpp>
#include <machine/physical.hpp>
#include <machine/user_program.hpp>
#include <x86_64/user_access.hpp>
#include <x86_64/user_copy.hpp>
#include <x86_64/user_page.hpp>

namespace flat::abi {

namespace {

using domain::page_size;
using machine::Payload;
using machine::PayloadPart;
using machine::UserThread;

enum class Way : u8 { there, back };

/// Where the kernel sees a place on the stack, up to the end of its page. Where there is none, the
/// program has never used it; on the way back, it is gone.
template<Way way>
u8* stack_page(UserThread const& callee, vaddr place) {
    u8* const found = arch::user_page(callee.page_root, place, arch::direct_map_base);
    if (found || way == Way::back) return found;
    bool const is_there = callee.program->guest->page_fault(place, hal::Mmu::write);
    return is_there ? arch::user_page(callee.page_root, place, arch::direct_map_base) : nullptr;
}

/// No page of the stack goes while its bytes are copied: what brings in pages of the caller takes
/// none from anybody.
template<Way way>
bool copy(UserThread const& callee, vaddr place, PayloadPart const& part) {
    if (part.is_program && !arch::is_user_range(part.address, part.bytes)) return false;
    u8* here = pointer_to<u8>(part.address);
    for (u64 left = part.bytes; left != 0;) {
        u8* const there = stack_page<way>(callee, place);
        if (!there) return false;
        u64 const bytes = min(left, page_size - place % page_size);
        arch::UserAccess const access;
        constexpr bool is_back = way == Way::back;
        if (flat_copy_user(is_back ? here : there, is_back ? there : here, bytes) != 0)
            return false;
        here += bytes;
        place += bytes;
        left -= bytes;
    }
    return true;
}

/// Copies what a buffer has on pages that are not lent.
template<Way way>
bool copy_edges(UserThread const& callee, LentPart const& lent) {
    bool const comes_back = lent.part->comes_back;
    PayloadPart const head{lent.part->address, lent.head(), nullptr, comes_back, true};
    PayloadPart const tail{lent.end, lent.tail(), nullptr, comes_back, true};
    return (head.bytes == 0 || copy<way>(callee, lent.head_copy(), head)) &&
           (tail.bytes == 0 || copy<way>(callee, lent.tail_copy(), tail));
}

} // namespace

bool put_payload(UserThread const& callee, vaddr place, Payload const& payload, Lending& lending) {
    LentPart const* lent = lending.lent().begin();
    for (PayloadPart const& each : payload.parts) {
        if (lent != lending.lent().end() && lent->part == &each) {
            if (!copy_edges<Way::there>(callee, *lent) || !lending.show(*lent)) return false;
            ++lent;
            continue;
        }
        *each.word = place;
        if (!copy<Way::there>(callee, place, each)) return false;
        place += Payload::to_next(each);
    }
    return true;
}

bool take_payload(UserThread const& callee, vaddr place, Payload const& payload, Lending& lending) {
    LentPart const* lent = lending.lent().begin();
    for (PayloadPart const& each : payload.parts) {
        if (lent != lending.lent().end() && lent->part == &each) {
            bool const is_there = !each.comes_back || (lending.is_still_there(*lent) &&
                                                       copy_edges<Way::back>(callee, *lent));
            if (!is_there) return false;
            ++lent;
            continue;
        }
        if (each.comes_back && !copy<Way::back>(callee, place, each)) return false;
        place += Payload::to_next(each);
    }
    return true;
}

} // namespace flat::abi
