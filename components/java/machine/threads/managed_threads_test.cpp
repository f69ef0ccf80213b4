// SPDX-License-Identifier: BSD-2-Clause
// Tests of the threads of a machine as threads of a kernel, of which there are none any more.
#include <java/machine/threads/managed_threads.hpp>

#include <java/machine/testing.hpp>

#include <gtest/gtest.h>

namespace flat::java::machine {
namespace {

class NoMemory final : public MemorySource {
public:
    void* take(u64) override { return nullptr; }
};

class NoThreads final : public thread::ThreadManager {
public:
    Result<core::AbstractResource*, core::BindingError> create(Span<u8 const>) override {
        return core::BindingError{};
    }
    Result<Top*, core::BindingError> bind(core::Name&, Span<u8 const>) override {
        return core::BindingError{};
    }
    void yield() override {}
    void exit() override {}
    u64 running() override { return 1; }
    u64 ticket() override { return 0; }
    bool wait(u64, u64) override { return true; }
    void notify(u64) override {}
    void notify_all(u64) override {}
};

class NoAlarms final : public thread::Alarms {
public:
    u64 now_ns() override { return 0; }
    void set(Alarm&, u64) override {}
    void cancel(Alarm&) override {}
};

TEST(JavaManagedThreads, that_could_not_be_started_for_want_of_memory_are_made_again) {
    testing::TestMachine test;
    test.begin();
    NoThreads manager;
    NoAlarms alarms;
    NoMemory memory;
    ManagedThreads kernel(manager, alarms, memory);
    ThreadTable& threads = test.machine->threads;
    threads.begin(kernel, 1024);
    java::Run* const made = threads.make();
    ASSERT_NE(made, nullptr);
    EXPECT_FALSE(kernel.start(*made));
    threads.remove(*made);
    EXPECT_EQ(threads.make(), made);
}

} // namespace
} // namespace flat::java::machine
