// SPDX-License-Identifier: BSD-2-Clause
// Tests of what the inspector answers.
#include <service/inspector.hpp>

#include <binding/registry.hpp>
#include <bindings/dynamic/counted_slot.hpp>
#include <bindings/dynamic/testing.hpp>
#include <bindings/monitored/meter.hpp>
#include <core/image/instance.hpp>
#include <flat/core/name.hpp>
#include <service/inspection/testing.hpp>

#include <gtest/gtest.h>
#include <random>
#include <string>
#include <vector>

namespace {
flat::boot::Binding const bindings[] = {
    {"main.log", "log.log", "static"},
    {"main.stage", "scale.stage", "traced(\"> \"), static"},
};
}
extern "C" {
flat::boot::Binding const* flat_bindings = bindings;
flat::u32 flat_binding_count = 2;
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

class FakeInput : public hal::ConsoleInput {
public:
    u32 read(Span<u8> destination) override {
        usize const count = waiting.copy(reinterpret_cast<char*>(destination.data()), 7);
        waiting.erase(0, count);
        return static_cast<u32>(count);
    }
    Result<void, hal::TrapError> listen(Listener& wanted) override {
        listener = &wanted;
        return {};
    }
    Listener* listener = nullptr;
    std::string waiting;
};

class FakeLog : public log::Log {
public:
    void write(Level, Span<u8 const> text) override {
        lines.emplace_back(reinterpret_cast<char const*>(text.data()), text.size());
    }
    std::vector<std::string> lines;
};

using testing::FakeDomain;

class ServiceInspector : public ::testing::Test {
protected:
    void type(std::string const& text) {
        for (char const character : text)
            inspector.take(static_cast<u8>(character));
    }

    binding::Registry registry{{}, {}};
    bindings::dynamic::Adder adder{1};
    bindings::dynamic::CountedSlot<demo::Stage> slot{registry, "main.stage", adder};
    bindings::monitored::Meter<2> meter{registry, "main.log", {"write", "flush"}};
    FakeInput input;
    FakeThreads threads;
    FakeLog log;
    Inspector inspector{{.input = input, .controls = registry, .log = log, .threads = threads}, {}};
};

TEST_F(ServiceInspector, waits_in_a_thread_that_the_input_wakes) {
    EXPECT_EQ(threads.thread.starts, 1);
    ASSERT_NE(input.listener, nullptr);
    input.listener->arrived();
    EXPECT_EQ(threads.notifications, 1);
}

TEST_F(ServiceInspector, tells_the_bindings_as_they_were_made) {
    type("bindings\r\n");
    EXPECT_EQ(log.lines,
              (std::vector<std::string>{
                  R"(@inspect {"binding":"main.log","server":"log.log","kind":"static"})",
                  R"(@inspect {"binding":"main.stage","server":"scale.stage",)"
                  R"("kind":"traced(\"> \"), static"})",
                  R"(@inspect {"end":"bindings"})"}));
}

TEST_F(ServiceInspector, tells_and_resets_what_is_counted) {
    {
        bindings::monitored::Call measured(meter.count(1));
        measured.fail();
    }
    type("counts\n");
    ASSERT_EQ(log.lines.size(), 4u);
    EXPECT_EQ(log.lines[0].find(
                  R"(@inspect {"binding":"main.log","method":"write","calls":0,"failures":0)"),
              0u);
    EXPECT_EQ(log.lines[1].find(
                  R"(@inspect {"binding":"main.log","method":"flush","calls":1,"failures":1)"),
              0u);
    EXPECT_EQ(log.lines[2], R"(@inspect {"binding":"main.stage","inside":0})");
    EXPECT_EQ(log.lines[3], R"(@inspect {"end":"counts"})");
    type("reset\n");
    EXPECT_EQ(log.lines[4], R"(@inspect {"end":"reset"})");
    EXPECT_EQ(meter.counts(1).calls, 0u);
}

TEST_F(ServiceInspector, asks_those_that_have_enrolled_after_its_own_and_says_the_end_once) {
    FakeDomain books;
    books.lines = {"of books"};
    EXPECT_TRUE(inspector.enroll(books).is_ok());
    type("counts\n");
    ASSERT_EQ(log.lines.size(), 6u);
    EXPECT_EQ(log.lines[0], R"(@inspect {"enrolled":1})");
    EXPECT_EQ(books.asked, Inspected::Question::counts);
    EXPECT_EQ(log.lines[4], "of books");
    EXPECT_EQ(log.lines[5], R"(@inspect {"end":"counts"})");
}

TEST_F(ServiceInspector, answers_where_input_arrives_if_there_are_no_threads) {
    FakeInput serial;
    Inspector alone{{.input = serial,
                     .controls = registry,
                     .log = log,
                     .threads = Optional<thread::ThreadManager>()},
                    {}};
    serial.waiting = "reset\nbin";
    serial.listener->arrived();
    EXPECT_EQ(log.lines, std::vector<std::string>{R"(@inspect {"end":"reset"})"});
    serial.waiting = "dings\n";
    serial.listener->arrived();
    EXPECT_EQ(log.lines.size(), 4u);
    EXPECT_EQ(threads.thread.starts, 1);
}

TEST_F(ServiceInspector, answers_anything_else_with_one_error) {
    type("count\n\n" + std::string(1000, 'x') + "\ncounts \n");
    EXPECT_EQ(log.lines, std::vector<std::string>(
                             4, R"(@inspect {"error":"ask for bindings, counts or reset"})"));
    log.lines.clear();
    type("reset\n");
    EXPECT_EQ(log.lines.size(), 1u);
}

TEST_F(ServiceInspector, answers_one_line_or_more_to_each_line_of_noise) {
    std::mt19937 random(7);
    usize ends = 0;
    for (int i = 0; i < 100'000; ++i) {
        auto const byte = static_cast<u8>(random() % 40 == 0 ? '\n' : random());
        ends += byte == '\n';
        inspector.take(byte);
    }
    EXPECT_GE(log.lines.size(), ends);
}

} // namespace
} // namespace flat::service
