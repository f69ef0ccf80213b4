// SPDX-License-Identifier: BSD-2-Clause
// Tests of what the inspector answers.
#include <service/inspector.hpp>

#include <binding/registry.hpp>
#include <bindings/dynamic/counted_slot.hpp>
#include <bindings/dynamic/testing.hpp>
#include <bindings/monitored/meter.hpp>
#include <core/image/instance.hpp>
#include <flat/core/name.hpp>

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
    u32 read(Span<u8>) override { return 0; }
    Result<void, hal::TrapError> listen(Listener& wanted) override {
        listener = &wanted;
        return {};
    }
    Listener* listener = nullptr;
};

class FakeLog : public log::Log {
public:
    void write(Level, Span<u8 const> text) override {
        lines.emplace_back(reinterpret_cast<char const*>(text.data()), text.size());
    }
    std::vector<std::string> lines;
};

/// Another domain, which tells as many lines as it has, and is gone after that if it should be.
class FakeDomain : public Inspected {
public:
    Result<u32, InspectError> tell(Question question, u32 place, Span<u8> line) override {
        asked = question;
        if (place < lines.size())
            return Text(lines[place].data(), lines[place].size()).write_to(line);
        if (is_gone) return InspectError{InspectError::Code::unreachable};
        return size_after;
    }
    Question asked = Question::reset;
    std::vector<std::string> lines;
    bool is_gone = false;
    u32 size_after = 0;
};

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
    FakeDomain books, shelves;
    Inspected* const far[2] = {&books, &shelves};
    Inspector inspector{{.input = input,
                         .controls = registry,
                         .threads = threads,
                         .log = log,
                         .domains = Span<Inspected* const>(far)},
                        {}};
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

TEST_F(ServiceInspector, asks_each_domain_after_its_own_and_says_the_end_once) {
    books.lines = {"of books", "more of books"};
    shelves.lines = {"of shelves"};
    type("counts\n");
    ASSERT_EQ(log.lines.size(), 7u);
    EXPECT_EQ(books.asked, Inspected::Question::counts);
    EXPECT_EQ(log.lines[3], "of books");
    EXPECT_EQ(log.lines[4], "more of books");
    EXPECT_EQ(log.lines[5], "of shelves");
    EXPECT_EQ(log.lines[6], R"(@inspect {"end":"counts"})");
    type("reset\n");
    EXPECT_EQ(shelves.asked, Inspected::Question::reset);
}

TEST_F(ServiceInspector, asks_a_domain_no_more_that_is_gone_or_states_a_size_that_cannot_be) {
    books.lines = {"of books"};
    books.is_gone = true;
    shelves.size_after = ~u32{0};
    type("counts\n");
    ASSERT_EQ(log.lines.size(), 5u);
    EXPECT_EQ(log.lines[3], "of books");
    EXPECT_EQ(log.lines[4], R"(@inspect {"end":"counts"})");
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
