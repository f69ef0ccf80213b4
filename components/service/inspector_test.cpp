// SPDX-License-Identifier: BSD-2-Clause
// Tests of where the inspector answers.
#include <service/inspector.hpp>

#include <binding/registry.hpp>
#include <core/image/instance.hpp>
#include <flat/core/name.hpp>
#include <service/inspection/testing.hpp>

#include <gtest/gtest.h>

extern "C" {
flat::boot::Binding const* flat_bindings = nullptr;
flat::u32 flat_binding_count = 0;
}

namespace flat::service {
namespace {

/// A thread that never runs: tests give the inspector what comes.
class FakeThread : public thread::Thread {
public:
    void start(Body&) override { ++starts; }
    void join() override {}
    void release() override {}
    void schedule(u8, u32) override {}
    void* narrow(InterfaceId id) override {
        return id == thread::Thread::interface_id ? static_cast<thread::Thread*>(this) : nullptr;
    }
    int starts = 0;
};

class FakeThreads : public thread::ThreadManager {
public:
    Result<core::AbstractResource*, core::BindingError> create(Span<u8 const>) override {
        return &thread;
    }
    Result<Top*, core::BindingError> bind(core::Name&, Span<u8 const>) override {
        return core::BindingError{core::BindingError::Code::unbindable};
    }
    void yield() override {}
    void exit() override {}
    u64 running() override { return 1; }
    u64 ticket() override { return 0; }
    bool wait(u64, u64) override { return true; }
    void notify(u64) override { ++notifications; }
    void notify_all(u64) override {}

    FakeThread thread;
    int notifications = 0;
};

TEST(ServiceInspector, waits_in_a_thread_that_the_input_wakes) {
    binding::Registry registry{{}, {}};
    testing::FakeInput input;
    testing::FakeLog log;
    FakeThreads threads;
    Inspector inspector{{.input = input, .controls = registry, .log = log, .threads = threads}, {}};
    EXPECT_EQ(threads.thread.starts, 1);
    ASSERT_NE(input.listener, nullptr);
    input.waiting = "reset\n";
    input.listener->arrived();
    EXPECT_EQ(threads.notifications, 1);
    EXPECT_TRUE(log.lines.empty());
}

} // namespace
} // namespace flat::service
