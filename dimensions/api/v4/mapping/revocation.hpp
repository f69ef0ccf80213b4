// SPDX-License-Identifier: BSD-2-Clause
// Where the taking back of pages has come to, between two steps of it.
#pragma once

#include <api/mapping/mapping.hpp>

namespace flat {
class Tcb;
}

namespace flat::api {

/// Takes rights from what has been derived from a space's pages in a region, in steps between which
/// all other things may happen. There is one at a time: whoever needs another finishes this one
/// first, so that only one place in the tree has to be kept.
///
/// From each mapping the rights are taken before those that are derived from it are looked at: so
/// nobody can pass on what is being taken, and the end is reached. Where nothing is left of a
/// mapping, it ends after those.
struct Revocation {
    Space* space = nullptr; ///< null: there is none
    vaddr end = 0;          ///< of the region
    u32 own = 0;            ///< what is taken from the space itself
    u32 revoked = 0;        ///< what is taken from others
    u32 accesses = 0;       ///< that there have been, and were not told before

    Tcb* owner = nullptr; ///< gets the accesses reported, if it still wants that
    u32 number = 0;       ///< tells this one from earlier ones of the owner's

    /// Nothing is taken: all that is reached is cached as `type` says. Accesses stay noted; those
    /// that are reported mean that there was no memory to split a page.
    bool sets_type = false;
    u32 type = 0;

    // The mappings of the space, small ones first.
    vaddr position = 0; ///< the next is here or further on
    vaddr first = 0;    ///< of the region
    bool is_in_large = false;
    Mapping* top = nullptr; ///< the present one; null: to be found

    // What is derived from `top`.
    FrameRange range{};     ///< of which memory
    Mapping* at = nullptr;  ///< where we are
    bool is_taking = false; ///< from `at`, whose memory before `frame` is done
    paddr frame = 0;
    Mapping* next = nullptr; ///< the next of the children of `at`
    u32 found = 0;           ///< accesses to what was derived from `top`, and to itself

    // Of a large page that could not be split, all is taken.
    Mapping* widened = nullptr;
    FrameRange narrow{};

    /// The page that was granted out of `top`, which gets its children, without some rights.
    Mapping* heir = nullptr;
    u32 withheld = 0;

    /// Whether a child of the present mapping becomes one of the heir's.
    bool is_inherited(Mapping const& child) const {
        return heir && child.parent == top && child.is_within(range);
    }

    /// Goes to a mapping.
    void visit(Mapping& mapping) {
        at = &mapping;
        is_taking = true;
        frame = range.first < mapping.physical ? mapping.physical : range.first;
    }

    /// Forgets a mapping that ends and has no children, if it is where we are.
    void forget(Mapping& mapping) {
        if (next == &mapping) next = mapping.parent->children.after(mapping);
        if (top == &mapping) {
            leave_top();
        } else if (at == &mapping) {
            at = mapping.parent;
            is_taking = false;
            next = at->children.after(mapping);
            narrow_again(mapping);
        }
    }

    /// The next of the space's mappings is to be found.
    void leave_top() {
        top = nullptr;
        at = nullptr;
        next = nullptr;
        widened = nullptr;
    }

    /// All of a mapping is taken, and of what is derived from it.
    void widen(Mapping& mapping) {
        widened = &mapping;
        narrow = range;
        range = mapping.frames();
    }

    /// Leaves a mapping: what was widened for it is narrow again.
    void narrow_again(Mapping& mapping) {
        if (widened != &mapping) return;
        range = narrow;
        widened = nullptr;
    }
};

} // namespace flat::api
