// SPDX-License-Identifier: BSD-2-Clause
// Copies from and to pages that are in memory.
#include <mapping/mappings.hpp>

#include <core/memory.hpp>
#include <domain/page.hpp>
#include <machine/physical.hpp>

namespace flat::mapping {

using domain::page_size;

namespace {

/// Pages that are copied before interrupts are taken.
constexpr u32 pages_at_once = 2;

/// Most are whole pages, for which nothing need be decided.
void copy_part(u8* to, u8 const* from, usize bytes) {
    if (bytes == page_size)
        memcpy(to, from, page_size);
    else
        memcpy(to, from, bytes);
}

} // namespace

usize Mappings::copy_out(memory::FilledObject& object, u64 offset, Span<u8> destination) {
    return copy_present(object, offset, destination.size(), hal::Mmu::read,
                        [to = destination.data()](u8 const* page, usize bytes) mutable {
                            copy_part(to, page, bytes);
                            to += bytes;
                        });
}

usize Mappings::copy_in(memory::FilledObject& object, u64 offset, Span<u8 const> source) {
    return copy_present(object, offset, source.size(), hal::Mmu::read | hal::Mmu::write,
                        [from = source.data()](u8* page, usize bytes) mutable {
                            copy_part(page, from, bytes);
                            from += bytes;
                        });
}

/// Nothing is held: pages stay where they are as long as the lock is not free.
template<class Copy>
usize Mappings::copy_present(memory::FilledObject& object, u64 offset, usize bytes, u32 access,
                             Copy copy) {
    for (usize left = bytes;;) {
        auto const known = known_.lock();
        KnownObject* const found = known->find(object);
        if (!found || found->is_closing) return bytes - left;
        for (u32 i = 0; i < pages_at_once; ++i) {
            ResidentPage* const page = found->pages.find(offset / page_size);
            if (!page || access & (~page->granted | page->refused)) return bytes - left;
            if (replacement && found->is_replaceable) replacement->touch(*page);
            u64 const begin = offset % page_size;
            usize const part = min(page_size - begin, left);
            copy(static_cast<u8*>(machine::physical_to_virtual(page->frame)) + begin, part);
            left -= part;
            if (left == 0) return bytes;
            offset += part;
        }
    }
}

} // namespace flat::mapping
