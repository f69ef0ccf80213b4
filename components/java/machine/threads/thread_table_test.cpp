// SPDX-License-Identifier: BSD-2-Clause
// Tests of the threads of a machine, over threads of the host: the execution lock, monitors, waits.
#include <java/machine/natives/natives.hpp>
#include <java/machine/testing.hpp>
#include <java/machine/threads/testing.hpp>

#include <gtest/gtest.h>

namespace flat::java {
namespace {

using testing::ClassBuilder;
using testing::HostThreads;
using testing::TestMachine;

class JavaThreads : public ::testing::Test {
protected:
    JavaThreads() : JavaThreads([](TestMachine&) {}) {}
    explicit JavaThreads(void (*add_classes)(TestMachine&)) : first(begin(add_classes)) {
        test.machine->threads.begin(kernel, 1024);
        first.begin_thread(make_thread("first"));
        first.keep(test.machine->heap.make(test.machine->known.object));
    }

    java::Run& begin(void (*add_classes)(TestMachine&)) {
        add_classes(test);
        return test.begin();
    }

    Object* shared() { return first.kept(0); }

    Object* make_thread(char const* name) {
        Machine& machine = *test.machine;
        Object* const made = machine.heap.make(machine.known.thread);
        at<Object*>(made, machine.thread_fields.name) = machine.string_of(name);
        return made;
    }

    /// Another thread, which executes Java until the function ends.
    void begin_second(std::function<void(java::Run&)> const& does) {
        second = test.machine->threads.make();
        ASSERT_NE(second, nullptr);
        second->begin_thread(make_thread("second"));
        other = std::thread([this, does] {
            second->native.begin(u64{1} << 18);
            test.machine->threads.acquire(*second);
            does(*second);
            if (test.machine->has_exited) return;
            test.machine->threads.remove(*second);
            test.machine->threads.release();
        });
    }

    void give_way_until(std::function<bool()> const& is_so) {
        while (!is_so())
            test.machine->threads.give_way(first);
    }
    bool second_waits_for(WaitingFor what) const { return second->waiting.what == what; }

    std::string thrown_by(java::Run& run) {
        if (!run.exception) return "nothing";
        Text const name = run.exception->type->name->text;
        run.exception = nullptr;
        return {name.data(), name.size()};
    }

    TestMachine test;
    HostThreads kernel;
    java::Run& first;
    java::Run* second = nullptr;
    std::thread other;
};

TEST_F(JavaThreads, a_monitor_is_entered_again_by_its_owner_and_left_as_often) {
    EXPECT_TRUE(first.lock(shared()));
    EXPECT_TRUE(first.lock(shared()));
    EXPECT_TRUE(first.unlock(shared()));
    EXPECT_TRUE(first.owns(shared()));
    EXPECT_TRUE(first.unlock(shared()));
    EXPECT_FALSE(first.owns(shared()));
    EXPECT_FALSE(first.unlock(shared()));
    EXPECT_EQ(thrown_by(first), "java/lang/IllegalMonitorStateException");
}

TEST_F(JavaThreads, a_monitor_that_is_entered_too_often_says_so) {
    for (int i = 0; i < 32767; ++i)
        ASSERT_TRUE(first.lock(shared()));
    EXPECT_FALSE(first.lock(shared()));
    EXPECT_EQ(thrown_by(first), "java/lang/InternalError");
}

TEST_F(JavaThreads, whoever_asks_for_the_execution_lock_gets_it_at_the_next_poll) {
    bool has_run = false;
    begin_second([&](java::Run&) { has_run = true; });
    while (!test.machine->threads.is_wanted())
        std::this_thread::yield();
    EXPECT_FALSE(has_run);
    while (!has_run)
        first.poll();
    other.join();
}

TEST_F(JavaThreads, a_thread_waits_for_a_monitor_until_its_owner_has_left) {
    bool has_entered = false;
    first.lock(shared());
    begin_second([&](java::Run& run) {
        run.lock(shared());
        has_entered = true;
        run.unlock(shared());
    });
    give_way_until([&] { return second_waits_for(WaitingFor::monitor); });
    EXPECT_FALSE(has_entered);
    first.unlock(shared());
    give_way_until([&] { return has_entered; });
    other.join();
    EXPECT_EQ(shared()->lock, 0u);
}

TEST_F(JavaThreads, what_a_thread_waits_for_is_found_where_a_collection_has_moved_it) {
    bool has_entered = false;
    first.lock(shared());
    begin_second([&](java::Run& run) { has_entered = run.lock(shared()) && run.unlock(shared()); });
    give_way_until([&] { return second_waits_for(WaitingFor::monitor); });
    Object const* const before = shared();
    test.machine->heap.collect();
    EXPECT_NE(shared(), before);
    first.unlock(shared());
    give_way_until([&] { return has_entered; });
    other.join();
}

TEST_F(JavaThreads, a_wait_leaves_the_monitor_and_enters_it_as_often_again) {
    begin_second([&](java::Run& run) {
        run.lock(shared());
        run.lock(shared());
        EXPECT_TRUE(run.wait_in(shared(), 0));
        EXPECT_TRUE(run.unlock(shared()));
        EXPECT_TRUE(run.owns(shared()));
        EXPECT_TRUE(run.unlock(shared()));
    });
    give_way_until([&] { return second_waits_for(WaitingFor::notification); });
    EXPECT_TRUE(first.lock(shared()));
    EXPECT_TRUE(first.notify(shared(), false));
    EXPECT_TRUE(first.unlock(shared()));
    give_way_until([&] { return !test.machine->threads.has_others(first); });
    other.join();
}

TEST_F(JavaThreads, a_wait_with_a_time_ends_without_a_notification) {
    first.lock(shared());
    EXPECT_TRUE(first.wait_in(shared(), kernel.now_ns() + 1000));
    EXPECT_EQ(first.waiting.woken_by, WokenBy::time);
    EXPECT_TRUE(first.owns(shared()));
}

TEST_F(JavaThreads, only_the_owner_of_a_monitor_waits_and_notifies) {
    EXPECT_FALSE(first.wait_in(shared(), 0));
    EXPECT_EQ(thrown_by(first), "java/lang/IllegalMonitorStateException");
    EXPECT_FALSE(first.notify(shared(), true));
    EXPECT_EQ(thrown_by(first), "java/lang/IllegalMonitorStateException");
}

TEST_F(JavaThreads, an_interrupt_before_a_wait_is_taken_by_it) {
    first.lock(shared());
    at<u8>(first.object, test.machine->thread_fields.interrupted) = 1;
    EXPECT_FALSE(first.wait_in(shared(), 0));
    EXPECT_EQ(thrown_by(first), "java/lang/InterruptedException");
    EXPECT_FALSE(first.is_interrupted());
}

TEST_F(JavaThreads, a_thread_that_waits_when_nobody_can_wake_it_ends_the_machine) {
    first.lock(shared());
    EXPECT_FALSE(first.wait_in(shared(), 0));
    EXPECT_EQ(thrown_by(first), "java/lang/ThreadDeath");
    EXPECT_TRUE(test.machine->has_exited);
    EXPECT_EQ(test.machine->exit_status, 1u);
    EXPECT_EQ(test.platform.reported,
              "java: \"first\" waits to be notified by an object of java/lang/Object");
}

TEST_F(JavaThreads, a_deadlock_is_told_with_the_names_of_the_threads) {
    first.keep(test.machine->heap.make(test.machine->known.string));
    begin_second([&](java::Run& run) {
        run.lock(first.kept(1));
        run.lock(first.kept(0));
    });
    first.lock(shared());
    give_way_until([&] { return second_waits_for(WaitingFor::monitor); });
    EXPECT_FALSE(first.lock(first.kept(1)));
    EXPECT_TRUE(test.machine->has_exited);
    EXPECT_EQ(test.platform.reported,
              "java: \"second\" waits to enter the monitor of an object of java/lang/Object, which "
              "\"first\" has entered");
    test.machine->threads.wake(*second, WokenBy::purpose);
    first.kept(0)->lock = 0;
    test.machine->threads.release();
    other.join();
}

TEST_F(JavaThreads, a_thread_that_ends_where_the_others_wait_for_ever_ends_the_machine) {
    begin_second([&](java::Run& run) {
        run.lock(shared());
        run.wait_in(shared(), 0);
    });
    give_way_until([&] { return second_waits_for(WaitingFor::notification); });
    EXPECT_FALSE(test.machine->has_exited);
    test.machine->threads.remove(first);
    EXPECT_TRUE(test.machine->has_exited);
    EXPECT_EQ(test.machine->exit_status, 1u);
    EXPECT_EQ(test.platform.reported,
              "java: \"second\" waits to be notified by an object of java/lang/Object");
    test.machine->threads.wake(*second, WokenBy::purpose);
    test.machine->threads.release();
    other.join();
}

TEST_F(JavaThreads, a_thread_for_which_no_memory_is_left_takes_none) {
    test.platform.left_bytes = sizeof(java::Run) + 8;
    EXPECT_EQ(test.machine->threads.make(), nullptr);
    EXPECT_EQ(test.platform.left_bytes, sizeof(java::Run) + 8);
}

/// Nobody would end the wait: the machine would.
TEST_F(JavaThreads, a_park_until_the_earliest_time_is_over_at_once) {
    constexpr u64 earliest = u64{1} << 63;
    Slot arguments[4] = {0, 1};
    put_long(arguments + 2, earliest);
    Method method{};
    Call call(first, method, arguments);
    for (NativeEntry const& each : thread_natives())
        if (each.name == "park") each.function(call);
    EXPECT_EQ(thrown_by(first), "nothing");
    EXPECT_FALSE(test.machine->has_exited);
}

/// `<clinit>` of Base polls until a field is set; that of Sub, which is below it, sets one.
class JavaInitialization : public JavaThreads {
protected:
    JavaInitialization() : JavaThreads(add_classes) {}

    static void add_classes(TestMachine& test) {
        ClassBuilder base("Base");
        base.field(flags::is_static, "may_end", "I");
        u16 const may_end = base.member(Constant::field, "Base", "may_end", "I");
        base.method(flags::is_static, "<clinit>", "()V",
                    testing::code({0xb2, u8(may_end >> 8), u8(may_end), 0x99, 0xff, 0xfd, 0xb1}));
        test.classes.add("Base", base);
        ClassBuilder sub("Sub", flags::is_public | flags::is_super, "Base");
        sub.field(flags::is_static, "is_set", "I");
        u16 const is_set = sub.member(Constant::field, "Sub", "is_set", "I");
        sub.method(flags::is_static, "<clinit>", "()V",
                   testing::code({0x04, 0xb3, u8(is_set >> 8), u8(is_set), 0xb1}));
        test.classes.add("Sub", sub);
    }

    u32& field(Class& of, Text name) {
        return at<u32>(of.statics, test.machine->field(of, name, "I").offset);
    }
};

TEST_F(JavaInitialization, of_a_class_goes_on_when_another_thread_waits_for_the_one_above) {
    Class& base = *test.machine->classes.load("Base");
    Class& sub = *test.machine->classes.load("Sub");
    begin_second([&](java::Run& run) { EXPECT_TRUE(run.initialize(sub)); });
    give_way_until([&] { return base.state == ClassState::initializing; });
    field(base, "may_end") = 1;
    EXPECT_TRUE(first.initialize(base));
    EXPECT_EQ(base.state, ClassState::initialized);
    give_way_until([&] { return !test.machine->threads.has_others(first); });
    other.join();
    EXPECT_EQ(sub.state, ClassState::initialized);
    EXPECT_EQ(field(sub, "is_set"), 1u);
}

} // namespace
} // namespace flat::java
