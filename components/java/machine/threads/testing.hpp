// SPDX-License-Identifier: BSD-2-Clause
// For tests: threads of the host below a machine.
#pragma once

#include <java/machine/run.hpp>

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace flat::java::testing {

/// Every notification wakes everybody, who then look again.
class HostThreads final : public KernelThreads {
public:
    ~HostThreads() { join(); }

    bool start(Run& run) override {
        started_.emplace_back([&run] {
            run.native.begin(u64{1} << 18);
            run.live();
        });
        return true;
    }
    void release(Run&) override {}
    void yield() override { std::this_thread::yield(); }
    u64 ticket() override {
        std::lock_guard const guard(mutex_);
        return notifications_;
    }
    void wait(void const*, u64 ticket) override {
        std::unique_lock lock(mutex_);
        notified_.wait(lock, [&] { return ticket != notifications_; });
    }
    void wait_until(Run&, u64 ticket, u64 deadline_ns) override {
        std::unique_lock lock(mutex_);
        std::chrono::steady_clock::time_point const end{std::chrono::nanoseconds(deadline_ns)};
        notified_.wait_until(lock, end, [&] { return ticket != notifications_; });
    }
    void notify_all(void const*) override {
        std::lock_guard const guard(mutex_);
        ++notifications_;
        notified_.notify_all();
    }
    u64 now_ns() override {
        return static_cast<u64>(
            std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch()).count());
    }
    void join() {
        for (std::thread& each : started_)
            each.join();
        started_.clear();
    }

private:
    std::mutex mutex_;
    std::condition_variable notified_;
    u64 notifications_ = 0;
    std::vector<std::thread> started_;
};

} // namespace flat::java::testing
