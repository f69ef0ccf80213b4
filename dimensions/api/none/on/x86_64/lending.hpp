// SPDX-License-Identifier: BSD-2-Clause
// Whole pages of a caller's buffers, which the program that it calls sees until it has answered.
#pragma once

#include <core/machine/payload.hpp>
#include <core/span.hpp>
#include <core/types.hpp>
#include <core/utility.hpp>
#include <domain/page.hpp>
#include <flat/hal/mmu.hpp>
#include <machine/user_thread.hpp>
#include <x86_64/page_entry.hpp>

namespace flat::abi {

/// A buffer of which pages are lent. What it has on the first and the last page beside them is
/// copied to pages of the stack, which the program sees next to those that are lent: what else is
/// on the caller's pages is not the program's to see.
struct LentPart {
    static constexpr u64 page_size = domain::page_size;

    machine::PayloadPart const* part;
    /// The caller's pages that are lent.
    vaddr begin;
    vaddr end;
    /// The first page of the stack that has bytes of it.
    vaddr edges;
    /// Where it begins in the window, in pages.
    u64 place;

    u64 head() const { return begin - part->address; }
    u64 tail() const { return part->address + part->bytes - end; }
    u64 edge_pages() const { return (head() != 0 ? 1 : 0) + (tail() != 0 ? 1 : 0); }
    u64 pages() const { return (end - begin) / page_size; }
    /// The copies of both edges: they have the same places on their pages as the caller's.
    vaddr head_copy() const { return edges + page_size - head(); }
    vaddr tail_copy() const { return edges + (head() != 0 ? page_size : 0); }
};

/// Shows pages in the window of the stack that is called, read-only where the buffer does not come
/// back. Since the caller's program does not run meanwhile, nobody changes what the other one has
/// checked. A change of address space lies between what is done here and all that the program does
/// before and after it, so that the processor remembers no page of the window. The frames stay: the
/// caller's space is released after its call has returned. Interrupts are disabled.
class Lending : NonCopyable {
public:
    Lending(hal::Mmu& mmu, machine::UserThread const& caller, machine::UserThread& callee)
        : mmu_(mmu), caller_(caller), callee_(callee) {}

    /// Chooses what is lent of a payload; of stack that takes `edge_bytes`, and `bytes` less than
    /// the payload needs else.
    void choose(machine::Payload const& payload);
    u64 bytes() const { return bytes_; }
    u64 edge_bytes() const { return edge_bytes_; }

    /// What was chosen, in the order of the parts.
    Span<LentPart const> lent() const { return {lent_, count_}; }

    /// Shows it, after its edges have been copied, and says in its word where. False if the caller
    /// has not all of it, or there is no memory for the table.
    bool show(LentPart const& lent);
    /// Whether all that comes back is still the caller's to write, as it was.
    bool is_still_there(LentPart const& lent);
    /// Nothing is shown any more.
    void end();

private:
    static constexpr u32 lent_max = 4;

    arch::PageEntry* window();
    bool make_table();
    bool show_own(vaddr place, arch::PageEntry& entry, u32 rights) const;
    arch::PageEntry* caller_entry(vaddr page, u32 access) const;

    hal::Mmu& mmu_;
    machine::UserThread const& caller_;
    machine::UserThread& callee_;
    u64 shown_ = 0; // so many pages of the window may be in use
    u64 chosen_pages_ = 0;
    u64 bytes_ = 0;
    u64 edge_bytes_ = 0;
    u32 count_ = 0;
    LentPart lent_[lent_max]; // as many as `count_` says
};

} // namespace flat::abi
