// SPDX-License-Identifier: BSD-2-Clause
// One node of the tree of mappings.
#pragma once

#include <core/containers/list.hpp>
#include <core/containers/ordered_tree.hpp>
#include <core/types.hpp>
#include <domain/page.hpp>

namespace flat {
class Space;
}

namespace flat::api {

inline constexpr u8 large_page_log2 = 21;
inline constexpr u64 large_page_bytes = u64{1} << large_page_log2;

/// Physical memory from `first` to before `end`.
struct FrameRange {
    paddr first;
    paddr end;
};

/// What a space has got at once from one other: a small or a large page, or what is left of it.
///
/// The page tables say which pages are there and with which rights; a mapping says whose they are.
/// A large mapping has holes where pages were taken back or small mappings have come, so that no
/// node is ever split. A page is there only if its frame is in that of the parent too, with at
/// least its rights; the memory of a parent contains that of its children.
struct Mapping {
    /// A chain of mappings is not longer, so that what goes along it is bounded.
    static constexpr u8 depth_max = 255;

    u64 key() const { return base; }
    u64 bytes() const { return u64{1} << size_log2; }
    bool is_large() const { return size_log2 == large_page_log2; }
    /// Whether it is of sigma0, from whom all others are derived.
    bool is_root() const { return parent == nullptr; }

    FrameRange frames() const { return {physical, physical + bytes()}; }
    bool overlaps(FrameRange range) const {
        return physical < range.end && range.first < physical + bytes();
    }
    bool is_within(FrameRange range) const {
        return range.first <= physical && physical + bytes() <= range.end;
    }

    /// Whether `other` is this, or is derived from it.
    bool is_origin_of(Mapping const& other) const {
        Mapping const* each = &other;
        while (each && each != this)
            each = each->parent;
        return each == this;
    }

    /// Lets all from whom it is derived know of accesses, for when they ask.
    void note_above(u32 accesses) {
        for (Mapping* each = parent; each; each = each->parent)
            each->noted |= static_cast<u8>(accesses);
    }

    u32 take_noted() {
        u32 const accesses = noted;
        noted = 0;
        return accesses;
    }

    TreeLink<Mapping> in_space{};
    ListLink<Mapping> of_parent{};
    IntrusiveList<Mapping, &Mapping::of_parent> children{};
    Mapping* parent = nullptr;
    Space* space = nullptr;
    vaddr base = 0;
    paddr physical = 0;
    u64 place = 0; ///< of a small page for the memory management unit, once it was asked for
    u8 size_log2 = domain::page_size_log2;
    u8 depth = 0;
    u8 noted = 0; ///< accesses by pages that were derived from it and have been asked for or ended
};

} // namespace flat::api
