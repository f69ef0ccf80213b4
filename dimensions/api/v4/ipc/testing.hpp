// SPDX-License-Identifier: BSD-2-Clause
// Two threads with memory for strings, in two address spaces, for tests of their messages.
#pragma once

#include <abi/user_context.hpp>
#include <api/testing.hpp>

#include <gtest/gtest.h>
#include <random>

namespace flat::api {

using namespace testing;

/// User memory that can be read and written, at a frame for each of two spaces.
inline constexpr paddr user_frames = 0x100'0000;
inline constexpr u64 bytes_each = 1 << 18;
inline constexpr vaddr here = 0x40'0000;  // of the sender
inline constexpr vaddr there = 0x80'0000; // of the receiver

class ApiStrings : public ::testing::Test {
protected:
    ApiStrings() {
        for (Tcb* each : {&a, &b, &pager})
            each->set_priority(machine.root->priority());
        machine.give(a, here, Fpage::around(user_frames, 18, Rights::all));
        machine.give(b, there, Fpage::around(user_frames + bytes_each, 18, Rights::all));
        for (u64 i = 0; i < bytes_each; ++i)
            sent()[i] = static_cast<u8>(random_());
        received()[0] = 0;
        std::fill_n(received(), bytes_each, u8{0});
    }

    u8* sent() { return memory_.first; }
    u8* received() { return memory_.first + bytes_each; }

    /// Makes a message of typed words alone; the label is 5.
    void write(std::vector<u64> const& words) {
        a.registers[0] = MessageTag{5, 0, static_cast<u32>(words.size())}.raw();
        for (u32 i = 0; i < words.size(); ++i)
            (i < 7 ? a.registers[i + 1] : a.utcb()->message_registers[i + 1]) = words[i];
    }
    /// Receives into these buffers.
    void accept(std::vector<u64> const& buffers) {
        b.utcb()->accept_strings(Fpage::nil());
        for (u32 i = 0; i < buffers.size(); ++i)
            b.utcb()->buffer_register(i + 1) = buffers[i];
    }
    static u64 simple(u64 bytes) { return StringHeader::of(bytes).raw(); }

    /// Sends from a to b, which waits for it, and does all that the kernel has to do.
    void send(u64 timeouts = never) {
        machine.receive(b, a.id());
        machine.exchange(a, b.id(), ThreadId::nil(), timeouts);
        work();
    }
    void work() {
        while (a.is_runnable() && (a.hazards() & hazard_working)) {
            ++steps;
            machine.run(a);
            machine.dispatch.work();
        }
    }

    void expect_arrived(u64 bytes) {
        EXPECT_EQ(outcome(a), 0u);
        EXPECT_EQ(outcome(b), 0u);
        EXPECT_EQ(b.partner, a.id().raw());
        EXPECT_TRUE(std::equal(sent(), sent() + bytes, received()));
        EXPECT_EQ(received()[bytes], 0u);
        expect_both_go_on();
    }
    void expect_both_go_on() {
        for (Tcb* each : {&a, &b}) {
            EXPECT_TRUE(each->is_runnable());
            EXPECT_EQ(each->long_transfer().partner, nullptr);
            EXPECT_EQ(each->hazards(), 0u);
            EXPECT_EQ(each->exchange(), Exchange::message);
        }
    }
    void expect_failed(IpcError::Code senders, IpcError::Code receivers, u64 bytes) {
        EXPECT_EQ(outcome(a), IpcError(IpcError::Phase::send, senders, bytes).raw());
        EXPECT_EQ(outcome(b), IpcError(IpcError::Phase::receive, receivers, bytes).raw());
        EXPECT_TRUE(std::equal(sent(), sent() + bytes, received()));
        expect_both_go_on();
    }
    void expect_overflow(u64 bytes) {
        expect_failed(IpcError::Code::message_overflow, IpcError::Code::message_overflow, bytes);
    }

    /// The pages of user memory, as the kernel sees them.
    struct Memory {
        Memory() {
            void* const place = machine::physical_to_virtual(user_frames);
            void* const got = mmap(place, 2 * bytes_each, PROT_READ | PROT_WRITE,
                                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
            assert(got == place);
            first = static_cast<u8*>(got);
        }
        ~Memory() { munmap(first, 2 * bytes_each); }
        u8* first;
    };

    Memory memory_;
    Machine machine;
    Tcb& pager = machine.add(9, *machine.root);
    Tcb& a = machine.add_space(10);
    Tcb& b = machine.add_space(11);
    std::mt19937 random_{1};
    u32 steps = 0;
};

} // namespace flat::api
