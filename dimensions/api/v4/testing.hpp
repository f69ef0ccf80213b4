// SPDX-License-Identifier: BSD-2-Clause
// A machine of all the API's components, over hardware that is not there, for their tests.
#pragma once

#include <abi/testing.hpp>
#include <abi/user_context.hpp>
#include <api/calls.hpp>
#include <api/dispatch.hpp>
#include <api/interface_page.hpp>
#include <api/interrupt_threads.hpp>
#include <api/io_ports.hpp>
#include <api/ipc.hpp>
#include <api/spaces.hpp>
#include <api/threads.hpp>

namespace flat::api::testing {

using namespace abi::testing;

/// The kernel interface page at a fixed address of every space, and UTCBs for sixteen threads.
constexpr u64 page_area = 0x2000'0000 | 12 << 4;
constexpr u64 utcb_area = 0x3000'0000 | 14 << 4;
constexpr vaddr utcbs = 0x3000'0000;

/// The identifier that tests give to the thread with this number.
constexpr ThreadId id_of(u32 number, u32 version = 1) {
    return ThreadId::global(number, version);
}

/// Timeouts of the IPC system call.
constexpr u64 never = 0;
constexpr u64 zero = 1 << 10;
constexpr u64 timeouts(u64 send, u64 receive) {
    return send << 16 | receive;
}

/// The API's components over hardware that is not there, with a privileged root task that runs.
struct Machine : NonCopyable {
    /// `step_instructions` says after how much work on mappings interrupts are taken.
    explicit Machine(u32 step_instructions = 6000)
        : spaces{{.mmu = mmu,
                  .memory = memory,
                  .frames = frames,
                  .objects = objects,
                  .interface_page = page,
                  .io_ports = io_ports},
                 {.step_instructions = step_instructions}} {
        Space& space = *spaces.create();
        space.make_privileged();
        [[maybe_unused]] bool const is_placed = spaces.configure(space, page_area, utcb_area);
        root = &threads.create(id_of(8).raw(), space, id_of(8).raw());
        root->set_priority(200);
        [[maybe_unused]] bool const is_backed = spaces.allocate_utcb(*root, utcbs);
        assert(is_placed && is_backed);
        root->clear_hazards(hazard_inactive);
        dispatch.switch_to(*root);
    }
    ~Machine() {
        for (u64 number = 63; number >= 8; --number)
            if (threads.slot(number << 32).exists()) remove(threads.slot(number << 32));
        bury(); // no thread is left that would have to
        assert(objects.count == 0 && mmu.roots.size() == 1);
    }

    /// Ends the spaces that have no thread.
    void bury() {
        for (bool is_done = spaces.bury(*root); !is_done;)
            is_done = spaces.go_on(*root);
    }

    /// Makes a thread current, as if its turn had come.
    void run(Tcb& thread) {
        Tcb& current = dispatch.current();
        if (&current == &thread) return;
        if (current.is_runnable()) dispatch.make_ready(current);
        dispatch.switch_to(thread);
    }

    /// An inactive thread of a space; the place of its UTCB goes by its number.
    Tcb& add_inactive(u32 number, Tcb& neighbour, u32 version = 1) {
        run(*root);
        ThreadId const id = id_of(number, version);
        vaddr const utcb = utcbs + u64{number - 8} % 16 * sizeof(Utcb);
        u64 const made =
            calls.thread_control(*root, id.raw(), neighbour.id().raw(), root->id().raw(), 0, utcb);
        assert(made == 1);
        return threads.slot(id.raw());
    }

    /// A thread that waits for its start message from the root task.
    Tcb& add_fresh(u32 number, Tcb& neighbour, u32 version = 1) {
        Tcb& thread = add_inactive(number, neighbour, version);
        u64 const activated = calls.thread_control(*root, thread.id().raw(), neighbour.id().raw(),
                                                   0, root->id().raw(), same_utcb);
        assert(activated == 1);
        return thread;
    }

    /// A thread that can run.
    Tcb& add(u32 number, Tcb& neighbour, u32 version = 1) {
        Tcb& thread = add_fresh(number, neighbour, version);
        root->registers[0] = MessageTag{0, 2}.raw();
        exchange(*root, thread.id(), ThreadId::nil());
        return thread;
    }

    /// A thread that can run, in a space of its own.
    Tcb& add_space(u32 number, u32 version = 1) {
        run(*root);
        u64 const id = id_of(number, version).raw();
        u64 made = calls.thread_control(*root, id, id, root->id().raw(), 0, utcbs);
        made += calls.space_control(*root, id, page_area, utcb_area, 0);
        made += calls.thread_control(*root, id, id, 0, root->id().raw(), same_utcb);
        assert(made == 3);
        root->registers[0] = MessageTag{0, 2}.raw();
        exchange(*root, ThreadId{id}, ThreadId::nil());
        return threads.slot(id);
    }

    /// The system call, as entry code makes it. Returns whether it took the short path.
    bool exchange(Tcb& thread, ThreadId to, ThreadId from, u64 timeouts = never) {
        run(thread);
        u64 const tag = thread.registers[0];
        Tcb* partner = ipc.send_and_wait(thread, to.raw(), from.raw(), timeouts, tag);
        if (!partner)
            partner = ipc.send_and_wait_limited(thread, to.raw(), from.raw(), timeouts, tag);
        if (partner) {
            std::ranges::copy(thread.registers, partner->registers);
            partner->partner = thread.id().raw();
            return true;
        }
        bool const is_page = MessageTag{tag}.is_of_one_item() &&
                             ipc.send_item(thread, to.raw(), from.raw(), timeouts, tag,
                                           thread.registers[1], thread.registers[2]);
        simple_cases += is_page;
        if (is_page) return false;
        thread.store_message();
        ipc.exchange(thread, to.raw(), from.raw(), timeouts);
        return false;
    }

    bool send(Tcb& thread, ThreadId to, u64 timeouts = never) {
        thread.registers[0] = MessageTag{0, 1}.raw();
        return exchange(thread, to, ThreadId::nil(), timeouts);
    }
    bool receive(Tcb& thread, ThreadId from, u64 timeouts = never) {
        return exchange(thread, ThreadId::nil(), from, timeouts);
    }

    /// Maps user memory into the space of a thread, as sigma0, which the root task is from then on.
    void give(Tcb& thread, vaddr base, Fpage memory) {
        root->space()->make_physical();
        u64& acceptor = thread.utcb()->buffer_registers_reversed[32];
        u64 const accepted = std::exchange(acceptor, Fpage::complete().raw());
        auto const given = transfer(*root, thread, base | 8, memory.raw());
        acceptor = accepted;
        assert(given.is_ok());
    }

    /// Carries out all of one item of a message.
    Result<void, hal::MmuError> transfer(Tcb& sender, Tcb& receiver, u64 item, u64 fpage) {
        for (u64 done = 0; done != ~u64{0};) {
            done = TRY(spaces.transfer(sender, receiver, item, fpage, done, pages_at_once));
            while (!spaces.make_room())
                ++steps;
        }
        return {};
    }

    /// The system call on one flexpage, with all its steps; returns the flexpage of the result.
    u64 unmap(Tcb& thread, u64 fpage, bool flushes) {
        u64 const control = flushes ? UnmapControl::flushes_own : 0;
        u64 const result = spaces.unmap_page(thread, control, fpage);
        simple_cases += result != 0;
        if (result != 0) return result;
        thread.utcb()->message_registers[0] = fpage;
        finish_unmap(thread, control);
        return thread.utcb()->message_registers[0];
    }
    void finish_unmap(Tcb& thread, u64 control) {
        for (bool is_done = spaces.unmap(thread, control); !is_done; ++steps)
            is_done = spaces.go_on(thread);
    }

    /// Does all that the kernel has to do for a thread; to mappings, also when it waits for others.
    void work(Tcb& thread) {
        for (; thread.hazards() & hazard_working; ++steps)
            if (thread.is_runnable()) {
                run(thread);
                dispatch.work();
            } else if (spaces.go_on(thread)) {
                thread.clear_hazards(hazard_working);
            }
    }

    /// Deletes a thread, as the root task would.
    u64 remove(Tcb& thread) {
        run(*root);
        u64 const id = thread.id().raw();
        u64 result = calls.thread_control(*root, id, 0, 0, 0, same_utcb);
        for (; root->frame().instruction_pointer() == abi::repeated_call; ++steps) {
            root->frame().set_instruction_pointer(0);
            result = calls.thread_control(*root, id, 0, 0, 0, same_utcb);
        }
        work(*root);
        return result;
    }

    FakeTrap trap;
    FakeTimer timer;
    FakeFrames frames;
    FakeObjects objects;
    FakeMmu mmu;
    FakeMemory memory;
    FakeScheduler scheduler;
    InterfacePage page{{.frames = frames}, {}};
    Threads threads{{.frames = frames}, {.slots = 64, .first_number = 8}};
    FakePortGate gate;
    IoPorts io_ports{{.gate = gate}, {}};
    Spaces spaces;
    Dispatch dispatch{{.scheduler = scheduler, .trap = trap, .timer = timer, .mmu = mmu}, {}};
    Ipc ipc{{.threads = threads, .dispatcher = dispatch, .spaces = spaces}, {}};
    FakeInterrupts controller;
    InterruptThreads interrupts{
        {.controller = controller, .threads = threads, .dispatcher = dispatch, .ipc = ipc}, {}};
    Calls calls{{.threads = threads,
                 .spaces = spaces,
                 .dispatcher = dispatch,
                 .ipc = ipc,
                 .scheduler = scheduler,
                 .slices = scheduler,
                 .fpu = {},
                 .interrupts = interrupts},
                {}};
    Tcb* root;
    u32 pages_at_once = 8;
    u32 steps = 0;        ///< more than one, of what takes several
    u32 simple_cases = 0; ///< messages and Unmaps of one page or short string, done at once
};

/// How the last IPC of a thread ended: 0, or the error code.
inline u64 outcome(Tcb& thread) {
    bool const has_failed = thread.registers[0] == MessageTag::failure().raw();
    return has_failed ? thread.utcb()->error_code : 0;
}

} // namespace flat::api::testing
