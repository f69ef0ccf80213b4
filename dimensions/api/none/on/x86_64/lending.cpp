// SPDX-License-Identifier: BSD-2-Clause
// Whole pages of a caller's buffers, which the program that it calls sees until it has answered.
#include <abi/lending.hpp>

#include <abi/program_layout.hpp>
#include <core/bits.hpp>
#include <machine/physical.hpp>
#include <machine/user_program.hpp>
#include <x86_64/user_copy.hpp>
#include <x86_64/user_page.hpp>

namespace flat::abi {

namespace {

using arch::PageEntry;
using domain::page_size;
using hal::Mmu;
using machine::Payload;
using machine::PayloadPart;

u32 access_of(PayloadPart const& part) {
    return part.comes_back ? Mmu::read | Mmu::write : u32{Mmu::read};
}

bool allows(PageEntry entry, u32 access) {
    return access & Mmu::write ? entry.may_user_write() : entry.may_user_read();
}

/// Whether no other part has any of its bytes: what a server writes of one buffer must not change
/// what it has read of another one.
bool is_apart(Payload const& payload, PayloadPart const& part) {
    for (PayloadPart const& each : payload.parts) {
        if (&each == &part || !each.is_program) continue;
        if (each.address < part.address + part.bytes && part.address < each.address + each.bytes)
            return false;
    }
    return true;
}

/// The entry of the next page: beside this one, unless a table ends here.
PageEntry* next_entry(PageEntry* entry) {
    return is_aligned(address_of(entry + 1), page_size) ? nullptr : entry + 1;
}

} // namespace

void Lending::choose(Payload const& payload) {
    if (caller_.program->sees_memory_of_others) return;
    for (PayloadPart const& each : payload.parts) {
        vaddr const begin = align_up(each.address, page_size);
        vaddr const end = align_down(each.address + each.bytes, page_size);
        if (!each.may_be_lent || begin >= end || count_ == lent_max) continue;
        if (!arch::is_user_range(each.address, each.bytes) || !is_apart(payload, each)) continue;
        LentPart& lent = lent_[count_];
        lent = {&each, begin, end, 0, chosen_pages_};
        u64 const edges = lent.edge_pages();
        u64 const pages = lent.pages() + edges + 1; // an unmapped one ends it
        if (chosen_pages_ + pages > window_pages) continue;
        chosen_pages_ += pages;
        bytes_ += Payload::to_next(each);
        edge_bytes_ += edges * page_size;
        lent.edges = callee_.user_stack - edge_bytes_;
        ++count_;
    }
}

/// The window's entries. Their table stays once it has been made, until the space is released.
PageEntry* Lending::window() {
    return static_cast<PageEntry*>(callee_.window_entries);
}

bool Lending::make_table() {
    u32 const rights = Mmu::read | Mmu::user;
    auto const made =
        mmu_.add_mapping(callee_.page_root, callee_.window, 0, domain::page_size_log2, rights);
    if (made.is_error()) return false;
    PageEntry* const entries =
        arch::user_entry(callee_.page_root, callee_.window, arch::direct_map_base);
    *entries = PageEntry();
    callee_.window_entries = entries;
    return true;
}

/// A page of the caller's that did not allow an access, once it does; null if it is not the
/// caller's.
PageEntry* Lending::caller_entry(vaddr page, u32 access) const {
    if (!caller_.program->guest->page_fault(page, access)) return nullptr;
    PageEntry* const found = arch::user_entry(caller_.page_root, page, arch::direct_map_base);
    return found && allows(*found, access) ? found : nullptr;
}

/// Shows a page of the stack at another place as well.
bool Lending::show_own(vaddr place, PageEntry& entry, u32 rights) const {
    PageEntry const* const own = arch::user_entry(callee_.page_root, place, arch::direct_map_base);
    if (!own || !own->may_user_write()) return false;
    entry = PageEntry::user_page(own->physical(), rights);
    return true;
}

bool Lending::show(LentPart const& lent) {
    if (!window() && !make_table()) [[unlikely]]
        return false;
    u32 const access = access_of(*lent.part);
    PageEntry* place = window() + lent.place;
    shown_ = lent.place + lent.pages() + lent.edge_pages();
    if (lent.head() != 0 && !show_own(lent.head_copy(), *place++, access)) return false;
    PageEntry* callers = nullptr;
    for (vaddr page = lent.begin; page != lent.end; page += page_size) {
        if (!callers) callers = arch::user_entry(caller_.page_root, page, arch::direct_map_base);
        if (!callers || !allows(*callers, access)) [[unlikely]]
            callers = caller_entry(page, access);
        if (!callers) return false;
        *place++ = PageEntry::user_page(callers->physical(), access).accessed(access);
        callers = next_entry(callers);
    }
    if (lent.tail() != 0 && !show_own(lent.tail_copy(), *place, access)) return false;
    *lent.part->word = callee_.window + lent.place * page_size + lent.part->address % page_size;
    return true;
}

bool Lending::is_still_there(LentPart const& lent) {
    PageEntry const* shown = window() + lent.place + (lent.head() != 0 ? 1 : 0);
    PageEntry* callers = nullptr;
    for (vaddr page = lent.begin; page != lent.end; page += page_size) {
        if (!callers) callers = arch::user_entry(caller_.page_root, page, arch::direct_map_base);
        if (!callers || !callers->may_user_write()) return false;
        if (callers->physical() != shown->physical()) return false;
        ++shown;
        callers = next_entry(callers);
    }
    return true;
}

void Lending::end() {
    PageEntry* const entries = window();
    for (u64 i = 0; i < shown_; ++i)
        entries[i] = PageEntry();
}

} // namespace flat::abi
