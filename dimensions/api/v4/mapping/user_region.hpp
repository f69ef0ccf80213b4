// SPDX-License-Identifier: BSD-2-Clause
// Which of the regions that a user names the kernel maps at all, and with which rights.
#pragma once

#include <api/encodings.hpp>
#include <domain/page.hpp>
#include <flat/hal/mmu.hpp>
#include <object/tcb.hpp>

namespace flat::api {

/// At least a page, no more than an address has bits, and within the lower half; or everything.
/// To be asked of each fpage that comes from user mode before its address or size is used: an
/// fpage is any word.
constexpr bool is_user_region(Fpage region) {
    constexpr u32 smallest_log2 = 12;
    constexpr u32 user_log2 = 47;
    if (region.is_complete()) return true;
    u32 const log2 = region.size_log2();
    return log2 >= smallest_log2 && log2 <= user_log2 && (region.address() >> user_log2) == 0;
}

/// What a user may do with a page.
inline constexpr u32 any_access = hal::Mmu::read | hal::Mmu::write | hal::Mmu::execute;

/// How a page is cached; usually, without any of these.
inline constexpr u32 memory_types =
    hal::Mmu::uncached | hal::Mmu::combined | hal::Mmu::written_through | hal::Mmu::write_protected;

/// Three bits in the other order: the memory management unit's rights are those of flexpages so.
inline constexpr u8 reversed_rights[8] = {0, 4, 2, 6, 1, 5, 3, 7};
static_assert(reversed_rights[u32(Rights::read)] == hal::Mmu::read);
static_assert(reversed_rights[u32(Rights::write)] == hal::Mmu::write);
static_assert(reversed_rights[u32(Rights::execute)] == hal::Mmu::execute);

/// The rights of a flexpage in the terms of the memory management unit.
constexpr u32 mmu_access(Rights rights) {
    return reversed_rights[static_cast<u32>(rights) & 7];
}

/// The other way round.
constexpr Rights rights_of(u32 access) {
    return static_cast<Rights>(reversed_rights[access & any_access]);
}

/// What the receiver accepts: everything while the kernel receives in its name.
inline Fpage receive_window(Tcb& receiver) {
    constexpr u64 whole_space = 1 << 4;
    bool const is_kernels = receiver.exchange() != Exchange::message;
    return Fpage{is_kernels ? whole_space : receiver.utcb()->acceptor() & ~u64{0xf}};
}

/// Where in a window the page of a map item goes.
constexpr vaddr small_place(Fpage window, u64 send_base) {
    u64 const offset = window.is_complete() ? send_base : send_base & (window.size_bytes() - 1);
    return window.address() + (offset & ~u64{domain::page_size - 1});
}

} // namespace flat::api
