// SPDX-License-Identifier: BSD-2-Clause
// Which files a program waits for, what it wants of them and what was reported (epoll(7)).
#pragma once

#include <core/containers/ordered_tree.hpp>
#include <core/span.hpp>
#include <core/types.hpp>
#include <core/utility.hpp>

namespace flat::unix::events {

/// Interests in files, by descriptor. The user holds its lock, and owns the memory of the
/// interests.
class EpollSet : NonCopyable {
public:
    /// What can be done with a file is reported by the bits of poll(2); these are others.
    static constexpr u32 once = u32{1} << 30;    ///< EPOLLONESHOT
    static constexpr u32 on_edge = u32{1} << 31; ///< EPOLLET
    static constexpr u32 always_told = 0x18;     ///< EPOLLERR and EPOLLHUP

    /// What a program gets: `struct epoll_event`.
    struct [[gnu::packed]] Event {
        u32 bits;
        u64 data;
    };

    /// A file is known by its descriptor's stamp: which of its files that one has.
    struct Interest {
        u32 descriptor_key() const { return descriptor; }

        TreeLink<Interest> link;
        u32 descriptor = 0;
        u32 file = 0; // its stamp
        Event wanted = {};
        u32 told = 0;    // what could be done at the last report
        u64 told_at = 0; // as `now` of `collect`
        bool is_done = false;
    };

    /// What a file is now; false if it is not the one that was meant any more.
    struct Look {
        bool is_there;
        u32 bits;
    };

    Interest* find(u32 descriptor) const { return interests_.find(descriptor); }
    Interest* first() const { return interests_.first(); }
    void add(Interest& interest) { interests_.insert(interest); }
    void remove(Interest& interest) { interests_.remove(interest); }

    /// Has an interest begin again.
    static void change(Interest& interest, Event const& wanted) {
        interest.wanted = wanted;
        interest.told = 0;
        interest.is_done = false;
    }

    /// Reports files with which something can be done, beginning after the last one that was
    /// reported. `look(interest)` says what; `gone(interest)` is called for those that are not
    /// there any more, which have been removed. `now` is a count of all changes of files: an
    /// interest on an edge that was reported is reported again only after one. Returns how many.
    template<class LookAt, class Gone>
    u32 collect(Span<Event> events, u64 now, LookAt const& look, Gone const& gone) {
        u32 count = 0;
        u32 const begin = next_;
        for (Interest* each = interests_.first_from(begin); each && count < events.size();
             each = collect_one(*each, events, count, now, look, gone)) {
        }
        for (Interest* each = interests_.first();
             each && each->descriptor < begin && count < events.size();
             each = collect_one(*each, events, count, now, look, gone)) {
        }
        return count;
    }

private:
    /// Looks at one; returns the next one.
    template<class LookAt, class Gone>
    Interest* collect_one(Interest& interest, Span<Event> events, u32& count, u64 now,
                          LookAt const& look, Gone const& gone) {
        u32 const descriptor = interest.descriptor;
        Look const seen = look(interest);
        if (!seen.is_there) {
            interests_.remove(interest);
            gone(interest);
        } else if (u32 const bits = news_of(interest, seen.bits, now)) {
            events[count++] = {bits, interest.wanted.data};
            next_ = descriptor + 1;
        }
        return interests_.first_above(descriptor);
    }

    static u32 news_of(Interest& interest, u32 can, u64 now) {
        u32 const bits = can & (interest.wanted.bits | always_told);
        bool const is_news = (bits & ~interest.told) != 0 || interest.told_at != now;
        bool const is_edge = (interest.wanted.bits & on_edge) != 0;
        if (bits == 0) interest.told = 0;
        if (bits == 0 || interest.is_done || (is_edge && !is_news)) return 0;
        interest.told = bits;
        interest.told_at = now;
        interest.is_done = (interest.wanted.bits & once) != 0;
        return bits;
    }

    OrderedTree<Interest, &Interest::link, &Interest::descriptor_key> interests_;
    u32 next_ = 0;
};

static_assert(sizeof(EpollSet::Event) == 12);

} // namespace flat::unix::events
