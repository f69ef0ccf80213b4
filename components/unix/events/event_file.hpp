// SPDX-License-Identifier: BSD-2-Clause
// A count that threads wait for (eventfd(2)).
#pragma once

#include <flat/thread/thread_manager.hpp>
#include <flat/unix/user_mode.hpp>
#include <unix/plain_file.hpp>

namespace flat::unix::events {

/// What is written is added; what is read is all of it, or 1 of a semaphore.
class EventFile final : public PlainFile<EventFile> {
public:
    static constexpr InterfaceId interface_id = InterfaceId::of("flat.unix.EventFile");
    static constexpr Sort sort = Sort::event_count;
    static constexpr u64 count_max = ~u64{0} - 1;

    EventFile(memory::Objects& records, thread::ThreadManager& threads, UserMode& user_mode,
              u64 count, bool is_semaphore)
        : PlainFile(records), threads_(threads), user_mode_(user_mode), count_(count),
          is_semaphore_(is_semaphore) {}

    i64 read(Task& task, vaddr buffer, u64 bytes, u64, bool may_wait) override;
    i64 write(Task& task, vaddr buffer, u64 bytes, u64, bool may_wait) override;
    u32 poll() override {
        return (count_ != 0 ? OpenFile::readable : 0) |
               (count_ < count_max ? OpenFile::writable : 0);
    }

private:
    u64 take();
    bool add(u64 amount);
    u64 condition() const { return address_of(this); }

    thread::ThreadManager& threads_;
    UserMode& user_mode_;
    u64 count_;
    bool const is_semaphore_;
};

} // namespace flat::unix::events
