// SPDX-License-Identifier: BSD-2-Clause
// A request to a disk that a thread waits for.
#pragma once

#include <core/disk/disk_request.hpp>
#include <flat/thread/thread_manager.hpp>

namespace flat {

/// Lives as long as its thread waits, which is until the request has ended, whatever becomes of
/// the thread meanwhile: the disk has its memory until then.
class WaitingRequest final : public DiskRequest {
public:
    explicit WaitingRequest(thread::ThreadManager& threads) : threads_(threads) {}

    /// Submits what was set, and blocks until it has ended.
    Outcome run(block::Disk& disk) {
        is_ended_ = false;
        disk.submit(*this);
        for (;;) {
            u64 const ticket = threads_.ticket();
            if (__atomic_load_n(&is_ended_, __ATOMIC_ACQUIRE)) return outcome();
            if (!threads_.wait(address_of(this), ticket)) threads_.yield(); // it will end in time
        }
    }

private:
    void ended() override {
        thread::ThreadManager& threads = threads_; // the thread may go on before it is notified
        u64 const condition = address_of(this);
        __atomic_store_n(&is_ended_, true, __ATOMIC_RELEASE);
        threads.notify_all(condition);
    }

    thread::ThreadManager& threads_;
    bool is_ended_ = false;
};

} // namespace flat
