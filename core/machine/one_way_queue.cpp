// SPDX-License-Identifier: BSD-2-Clause
// Calls across a boundary that nobody waits for.
#include <core/machine/one_way_queue.hpp>

#include <core/memory.hpp>
#include <flat/core/abstract_resource.hpp>
#include <machine/interrupts.hpp>

#include <new>

namespace flat::machine {

bool OneWayQueue::open() {
    InterruptGuard const guard;
    if (thread_) return true;
    auto const made = threads_.create({});
    if (made.is_error()) return false;
    thread_ = narrow_to<thread::Thread>(*made.value());
    thread_->start(*this);
    return true;
}

bool OneWayQueue::post(Deliver deliver, void* object, Span<u64 const> words,
                       Span<u32 const> buffers, Done done, void* kept) {
    u64 bytes = sizeof(Message) + words.size() * sizeof(u64);
    for (u32 const place : buffers)
        bytes += words[place + 1];
    InterruptGuard const guard;
    bool const has_room =
        !is_closing_ && calls_ < calls_max && bytes <= bytes_max - bytes_ && open();
    vaddr const place = has_room ? memory_.allocate(bytes, sizeof(u64)).value_or(0) : 0;
    if (place == 0) {
        count(0, 1, 0);
        return false;
    }
    auto* const message =
        new (pointer_to<void>(place)) Message{{}, deliver, object, done, kept, bytes};
    copy(*message, words, buffers);
    messages_.push_back(*message);
    ++calls_;
    bytes_ += bytes;
    threads_.notify_all(address_of(this));
    return true;
}

void OneWayQueue::copy(Message& message, Span<u64 const> words, Span<u32 const> buffers) {
    memcpy(message.words(), words.data(), words.size() * sizeof(u64));
    u8* room = reinterpret_cast<u8*>(message.words() + words.size());
    for (u32 const place : buffers) {
        u64 const size = words[place + 1];
        memcpy(room, pointer_to<void const>(words[place]), size);
        message.words()[place] = address_of(room);
        room += size;
    }
}

void OneWayQueue::settle() {
    u64 const self = threads_.running();
    for (;;) {
        u64 const ticket = threads_.ticket();
        InterruptGuard const guard;
        if (active_ == self) {
            while (deliver_next(self)) {
            }
            return;
        }
        if (messages_.is_empty() && active_ == 0) return;
        if (!wait_for_change(ticket)) return;
    }
}

/// With interrupts disabled but for the call itself; false if there is none.
bool OneWayQueue::deliver_next(u64 thread) {
    Message* const message = messages_.first();
    if (!message) return false;
    messages_.remove(*message);
    u64 const before = active_;
    active_ = thread;
    enable_interrupts();
    bool const is_reached = message->deliver(message->object, message->words());
    disable_interrupts();
    active_ = before;
    if (message->done) message->done(message->kept);
    --calls_;
    bytes_ -= message->bytes;
    memory_.free(address_of(message));
    count(is_reached ? 1 : 0, 0, is_reached ? 0 : 1);
    threads_.notify_all(address_of(this));
    return true;
}

void OneWayQueue::count(u64 delivered, u64 dropped, u64 lost) {
    counts_.count_one_way({delivered, dropped, lost});
}

void OneWayQueue::run() {
    u64 const self = threads_.running();
    for (;;) {
        u64 const ticket = threads_.ticket();
        InterruptGuard const guard;
        if (active_ == 0 && deliver_next(self)) continue;
        if (is_closing_ && messages_.is_empty()) return;
        (void)wait_for_change(ticket);
    }
}

void OneWayQueue::close() {
    is_closing_ = true;
    if (!thread_) return;
    threads_.notify_all(address_of(this));
    thread_->join();
    thread_->release();
    thread_ = nullptr;
}

} // namespace flat::machine
