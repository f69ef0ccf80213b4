// SPDX-License-Identifier: BSD-2-Clause
// The mappings of one space by address, in frames of its own.
#pragma once

#include <api/mapping/mapping.hpp>
#include <core/utility.hpp>

namespace flat::api {

/// Small mappings lie beside the large ones in whose holes they are. Nodes live in frames that the
/// space pays for: the caller brings them and gets them back.
class MappedPages : NonCopyable {
public:
    /// The mapping that a page at this address would belong to: the small one, or else the large.
    Mapping* find(vaddr address) const;

    /// The small mapping at the beginning of a page.
    Mapping* find_small(vaddr base) const {
        if (recent_ && recent_->base == base) return recent_;
        recent_ = small_.find(base);
        return recent_;
    }

    /// Whether a small mapping begins within these bytes.
    bool has_small(vaddr base, u64 bytes) const;

    /// The first small or large mapping that begins from `base` to before `end`; null without any.
    Mapping* first_small(vaddr base, vaddr end) const;
    Mapping* first_large(vaddr base, vaddr end) const;

    /// The first address from `address` on that belongs to a mapping; the largest number if none.
    vaddr first_mapped(vaddr address) const;

    void insert(Mapping& mapping);
    void remove(Mapping& mapping);

    /// Whether `make` needs another frame first.
    bool is_full() const { return with_room_.is_empty(); }
    /// Takes over a frame, by its address in the kernel.
    void add_frame(void* frame);
    /// A fresh node, in no tree. Not when `is_full`.
    Mapping& make();
    /// Ends a node. Returns a frame that is not needed any more, or null.
    void* dispose(Mapping& mapping);
    /// A frame without nodes; null without any.
    void* take_empty_frame();

private:
    struct Slot {
        Slot* next;
    };
    struct Frame {
        ListLink<Frame> link;
        Slot* free = nullptr;
        u32 used = 0;
    };
    using Frames = IntrusiveList<Frame, &Frame::link>;
    using Tree = OrderedTree<Mapping, &Mapping::in_space, &Mapping::key>;

    Tree small_;
    mutable Mapping* recent_ = nullptr; // that was looked for: what is sent is often taken back
    Tree large_;
    Frames with_room_;
    Frames full_;
};

} // namespace flat::api
