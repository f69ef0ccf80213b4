// SPDX-License-Identifier: BSD-2-Clause
// Ranges of sequence numbers that a receiver has selected: they have come, what precedes them has
// not.
#pragma once

#include <core/types.hpp>
#include <core/utility.hpp>
#include <net/tcp/sequence.hpp>

namespace flat::net::tcp {

/// What a sender knows of data that arrived early (RFC 2018, 6675): a few ranges in order, none of
/// which touches another. More than there is room for is forgotten, as a receiver may forget, too.
class SelectedRanges {
public:
    static constexpr u32 ranges_max = 8;

    void clear() { count_ = 0; }
    bool is_empty() const { return count_ == 0; }

    /// Adds a range, which is not empty; FALSE if all of it was known, or if there is no room.
    bool add(Range range) {
        u32 first = 0;
        while (first < count_ && is_before(ranges_[first].end, range.begin))
            ++first;
        u32 after = first;
        while (after < count_ && !is_before(range.end, ranges_[after].begin))
            ++after;
        if (after > first) {
            Range const& known = ranges_[first];
            bool const is_known =
                !is_before(range.begin, known.begin) && !is_after(range.end, known.end);
            if (is_known) return false;
            if (is_before(known.begin, range.begin)) range.begin = known.begin;
            range.end = later(range.end, ranges_[after - 1].end);
        } else if (count_ == ranges_max)
            return false;
        replace(first, after, range);
        return true;
    }

    /// Forgets what was acknowledged up to here.
    void remove_before(u32 end) {
        u32 first = 0;
        while (first < count_ && !is_after(ranges_[first].end, end))
            ++first;
        for (u32 i = first; i < count_; ++i)
            ranges_[i - first] = ranges_[i];
        count_ -= first;
    }

    /// What is missing from `from` on: up to the next range, or beginning after it. Empty after
    /// the last.
    Range hole_from(u32 from) const {
        for (u32 i = 0; i < count_; ++i) {
            Range const& each = ranges_[i];
            if (is_before(from, each.begin)) return {from, each.begin};
            if (is_before(from, each.end)) from = each.end;
        }
        return {from, from};
    }

    /// The first number from `from` on that is in no range.
    u32 skip(u32 from) const { return hole_from(from).begin; }

private:
    /// Puts a range in the place of those from `first` on that precede `after`.
    void replace(u32 first, u32 after, Range const& range) {
        u32 const removed = after - first;
        if (removed == 0)
            for (u32 i = count_; i > first; --i)
                ranges_[i] = ranges_[i - 1];
        else
            for (u32 i = after; i < count_; ++i)
                ranges_[i - removed + 1] = ranges_[i];
        ranges_[first] = range;
        count_ = count_ + 1 - removed;
    }

    Range ranges_[ranges_max] = {};
    u32 count_ = 0;
};

} // namespace flat::net::tcp
