// SPDX-License-Identifier: BSD-2-Clause
// Frames for the pages of domains: those that one gives back, the next one gets.
#pragma once

#include <core/maybe.hpp>
#include <core/utility.hpp>
#include <l4/abi/types.hpp>

namespace domains {

/// Frames at their physical addresses, in this task's own memory. Those that nobody has form a
/// list through their first words; memory that was got once is never returned.
class Frames : flat::NonCopyable {
public:
    /// One frame more, if there is one.
    using Get = flat::Maybe<l4::Word> (*)();
    /// Takes a frame from all that have got it from this task.
    using Revoke = void (*)(l4::Word frame);

    constexpr Frames(Get get, Revoke revoke) : get_(get), revoke_(revoke) {}

    /// A frame, with whatever was in it.
    flat::Maybe<l4::Word> take();
    void give(l4::Word frame);
    /// Takes a frame from all that have got it, without giving it back.
    void revoke(l4::Word frame) { revoke_(frame); }

    /// How many there are, and how many of them nobody has.
    l4::Word all() const { return all_; }
    l4::Word free() const { return free_; }

private:
    Get get_;
    Revoke revoke_;
    l4::Word first_ = 0;
    l4::Word all_ = 0;
    l4::Word free_ = 0;
};

/// The frames of one domain; it needs one itself for each 510 of them.
class FrameList : flat::NonCopyable {
public:
    /// Remembers a frame; false if there is no memory to.
    bool add(Frames& frames, l4::Word frame);
    /// Gives back all of them.
    void give_all(Frames& frames);

private:
    struct Page {
        static constexpr l4::Word frames_max = 510;

        l4::Word next;
        l4::Word count;
        l4::Word frames[frames_max];
    };
    static_assert(sizeof(Page) == 4096);

    l4::Word first_ = 0;
};

} // namespace domains
