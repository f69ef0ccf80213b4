// SPDX-License-Identifier: BSD-2-Clause
// Data that came before others that precede them.
#include <net/tcp/receive_queue.hpp>

#include <new>

namespace flat::net::tcp {

void ReceiveQueue::add(u32 sequence, Message& data) {
    u32 place = count_;
    while (place > 0 && is_after(sequences_[place - 1], sequence))
        --place;
    bool const is_known =
        place > 0 && sequences_[place - 1] == sequence && message(place - 1).size() >= data.size();
    if (is_known || place == segments_max) return;
    if (count_ == segments_max) message(--count_).~Message();
    new (places_[count_].bytes) Message(pool_);
    for (u32 i = count_; i > place; --i) {
        sequences_[i] = sequences_[i - 1];
        message(i) = flat::move(message(i - 1));
    }
    ++count_;
    sequences_[place] = sequence;
    message(place) = flat::move(data);
}

u32 ReceiveQueue::name_ranges(u32 latest, Range* ranges, u32 count_max) {
    u32 named = 0;
    for (u32 i = 0; i < count_;) {
        Range range{sequences_[i], sequences_[i] + message(i).size()};
        for (++i; i < count_ && !is_after(sequences_[i], range.end); ++i)
            range.end = later(range.end, sequences_[i] + message(i).size());
        bool const has_latest = !is_before(latest, range.begin) && is_before(latest, range.end);
        if (has_latest && named > 0) {
            Range const other = exchange(ranges[0], range);
            if (named < count_max) ranges[named++] = other;
        } else if (named < count_max)
            ranges[named++] = range;
    }
    return named;
}

u32 ReceiveQueue::take(Message& stream, u32 end) {
    while (count_ > 0 && !is_after(sequences_[0], end)) {
        Message& first = message(0);
        u32 const known = static_cast<u32>(distance(end, sequences_[0]));
        if (known < first.size()) {
            first.pop(known);
            sequences_[0] = end;
            u32 const size = first.size();
            if (stream.join(first).is_error()) return end; // it will come again
            end += size;
        }
        remove_first();
    }
    return end;
}

void ReceiveQueue::remove_first() {
    for (u32 i = 1; i < count_; ++i) {
        sequences_[i - 1] = sequences_[i];
        message(i - 1) = flat::move(message(i));
    }
    message(--count_).~Message();
}

} // namespace flat::net::tcp
