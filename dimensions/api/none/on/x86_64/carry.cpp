// SPDX-License-Identifier: BSD-2-Clause
// Payloads of calls: copied once, from where they are to the stack of the program that is called.
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

} // namespace

bool put_payload(UserThread const& callee, vaddr place, Payload const& payload) {
    for (PayloadPart const& each : payload.parts) {
        *each.word = place;
        if (!copy<Way::there>(callee, place, each)) return false;
        place += Payload::to_next(each);
    }
    return true;
}

bool take_payload(UserThread const& callee, vaddr place, Payload const& payload) {
    for (PayloadPart const& each : payload.parts) {
        if (each.comes_back && !copy<Way::back>(callee, place, each)) return false;
        place += Payload::to_next(each);
    }
    return true;
}

} // namespace flat::abi
