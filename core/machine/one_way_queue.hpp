// SPDX-License-Identifier: BSD-2-Clause
// Calls across a boundary that nobody waits for.
#pragma once

#include <core/containers/list.hpp>
#include <core/span.hpp>
#include <core/types.hpp>
#include <core/utility.hpp>
#include <flat/domain/domain_manager.hpp>
#include <flat/memory/allocator.hpp>
#include <flat/thread/thread.hpp>
#include <flat/thread/thread_manager.hpp>

namespace flat::machine {

/// A queue with a thread of the kernel's, which makes the calls one after the other in the order in
/// which they came. It is bounded in calls and in bytes: what has no room is dropped. What is
/// dropped, and what finds nobody to call, is counted (`flat.domain.DomainManager`).
class OneWayQueue : private thread::Thread::Body, NonCopyable {
public:
    static constexpr u32 calls_max = 64;
    static constexpr u64 bytes_max = 0x20000;

    /// Makes a call of `object` with the words that it was given; false if nobody was reached.
    using Deliver = bool (*)(void* object, u64 const* words);
    /// Is notified that a call has been made.
    using Done = void (*)(void* kept);

    OneWayQueue(thread::ThreadManager& threads, memory::Allocator& memory,
                domain::DomainManager& counts)
        : threads_(threads), memory_(memory), counts_(counts) {}

    /// Makes its thread; false without memory for it. `post` does so, where this was not called.
    [[nodiscard]] bool open();

    /// Has `deliver` called some day, with copies of the words and of the buffers, each of which is
    /// two of the words, address and size, at the places that are listed; and then `done`, if there
    /// is one, with `kept`. False if it is dropped. Never blocks, also where interrupts are
    /// disabled.
    bool post(Deliver deliver, void* object, Span<u64 const> words, Span<u32 const> buffers = {},
              Done done = nullptr, void* kept = nullptr);

    /// Returns when all is done that was posted before, or when the thread is to give up waiting
    /// (`flat.thread.ThreadManager.wait`). A call that is being made does not wait for itself: it
    /// makes those that come after it.
    void settle();

    /// Makes what is left and ends the thread; nobody posts any more. May block.
    void close();

private:
    struct Message {
        ListLink<Message> link;
        Deliver deliver;
        void* object;
        Done done;
        void* kept;
        u64 bytes; // of all, this included

        u64* words() { return reinterpret_cast<u64*>(this + 1); }
    };

    void run() override;
    bool deliver_next(u64 thread);
    void count(u64 delivered, u64 dropped, u64 lost);
    void copy(Message& message, Span<u64 const> words, Span<u32 const> buffers);
    bool wait_for_change(u64 ticket) { return threads_.wait(address_of(this), ticket); }

    thread::ThreadManager& threads_;
    memory::Allocator& memory_;
    domain::DomainManager& counts_;
    thread::Thread* thread_ = nullptr;
    IntrusiveList<Message, &Message::link> messages_;
    u32 calls_ = 0;
    u64 bytes_ = 0;
    u64 active_ = 0; // the thread that makes a call
    bool is_closing_ = false;
};

} // namespace flat::machine
