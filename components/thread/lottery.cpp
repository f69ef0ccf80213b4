// SPDX-License-Identifier: BSD-2-Clause
// Threads win the processor by lot, each with as many tickets as it is urgent.
#include <thread/lottery.hpp>

#include <core/memory.hpp>
#include <core/panic.hpp>

namespace flat::thread {

Lottery::Lottery(Ports const& ports, Attributes const& attributes)
    : LotteryComponent(ports, attributes), state_(seed) {}

Lottery::~Lottery() {
    if (capacity_) objects->free(address_of(queue_), capacity_ * sizeof(Entry));
}

void Lottery::ready(Tcb& thread) {
    for (usize i = 0; i < size_; ++i)
        if (queue_[i].thread == &thread) return;
    if (size_ == capacity_) grow();
    queue_[size_++].thread = &thread;
}

void Lottery::remove(Tcb& thread) {
    if (winner_ == &thread) winner_ = nullptr;
    for (usize i = 0; i < size_; ++i) {
        if (queue_[i].thread != &thread) continue;
        queue_[i] = queue_[--size_];
        return;
    }
}

Tcb* Lottery::next() {
    if (winner_ && facts->is_runnable(*winner_)) return winner_;
    used_ = 0;
    u64 const count = drop_blocked();
    winner_ = count ? draw(count) : nullptr;
    return winner_;
}

void Lottery::yield(Tcb& thread) {
    ready(thread);
    winner_ = nullptr;
}

bool Lottery::tick(Tcb& running) {
    if (++used_ < slice) return false;
    yield(running);
    return next() != &running;
}

bool Lottery::preempts(Tcb&, Tcb& running) {
    return !facts->is_runnable(running);
}

/// Forgets threads that cannot run, and counts the tickets of the others.
u64 Lottery::drop_blocked() {
    u64 count = 0;
    for (usize i = 0; i < size_;) {
        if (facts->is_runnable(*queue_[i].thread))
            count += tickets(*queue_[i++].thread);
        else
            queue_[i] = queue_[--size_];
    }
    return count;
}

/// Whose ticket it is; all that are queued have `tickets_count` together.
Tcb* Lottery::draw(u64 tickets_count) {
    u64 ticket = random() % tickets_count;
    for (usize i = 0;; ++i) {
        u64 const own = tickets(*queue_[i].thread);
        if (ticket < own) return queue_[i].thread;
        ticket -= own;
    }
}

/// Steele, Lea and Flood 2014: SplitMix64, of which every state is a good one.
u64 Lottery::random() {
    u64 value = state_ += 0x9e3779b97f4a7c15;
    value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9;
    value = (value ^ value >> 27) * 0x94d049bb133111eb;
    return value ^ value >> 31;
}

void Lottery::grow() {
    usize const capacity = capacity_ ? 2 * capacity_ : 32;
    auto const place = objects->allocate(capacity * sizeof(Entry));
    if (place.is_error()) panic("no memory for a queue of {} threads", capacity);
    auto* const queue = pointer_to<Entry>(place.value());
    if (size_) memcpy(queue, queue_, size_ * sizeof(Entry));
    if (capacity_) objects->free(address_of(queue_), capacity_ * sizeof(Entry));
    queue_ = queue;
    capacity_ = capacity;
}

} // namespace flat::thread
