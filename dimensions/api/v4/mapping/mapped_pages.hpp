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
    Mapping* find(vaddr address);

    /// The small mapping at the beginning of a page.
    Mapping* find_small(vaddr base) {
        if (recent_ && recent_->base == base) return recent_;
        recent_ = small().find(base);
        return recent_;
    }

    /// Whether a small mapping begins within these bytes.
    bool has_small(vaddr base, u64 bytes);

    /// The first small or large mapping that begins from `base` to before `end`; null without any.
    Mapping* first_small(vaddr base, vaddr end);
    Mapping* first_large(vaddr base, vaddr end);

    /// The first address from `address` on that belongs to a mapping; the largest number if none.
    vaddr first_mapped(vaddr address);

    void insert(Mapping& mapping);
    void remove(Mapping& mapping);

    /// Whether `make` needs another frame first.
    bool is_full() const { return with_room_.is_empty(); }
    /// Takes over a frame, by its address in the kernel.
    void add_frame(void* frame);
    /// Memory for a node. Not when `is_full`.
    void* take();
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

    /// All small mappings in their order.
    Tree& small() {
        if (is_recent_alone_) [[unlikely]]
            put_recent();
        return small_;
    }
    void put_recent();

    // What is sent is often taken back before anything else is sent or looked for: the small
    // mapping that came last is found without the tree, and only comes into it with the next.
    Tree small_;
    Mapping* recent_ = nullptr; // that came, or was looked for, last
    bool is_recent_alone_ = false;
    Tree large_;
    Frames with_room_;
    Frames full_;
};

} // namespace flat::api
