// SPDX-License-Identifier: BSD-2-Clause
// How processes make others.
#include <unix/process/processes.hpp>

#include <core/memory.hpp>
#include <machine/interrupts.hpp>
#include <unix/user_data.hpp>

namespace flat::unix::process {

using machine::InterruptGuard;

namespace {

/// Flags of clone(2); the lowest byte is the signal of the end.
enum CloneFlag : u64 {
    clone_vm = 0x100,
    clone_vfork = 0x4000,
    clone_thread = 0x1'0000,
    clone_settls = 0x8'0000,
    clone_parent_settid = 0x10'0000,
    clone_child_cleartid = 0x20'0000,
    clone_child_settid = 0x100'0000,
};

} // namespace

i64 Processes::fork(Task& task) {
    return clone(task, sigchld, 0, 0, 0, 0);
}

i64 Processes::vfork(Task& task) {
    return clone(task, clone_vm | clone_vfork | sigchld, 0, 0, 0, 0);
}

i64 Processes::clone(Task& task, u64 flags, vaddr stack, vaddr parent_word, vaddr child_word,
                     vaddr tls) {
    ProgramThread& caller = ProgramThread::of(task);
    if ((flags & clone_thread) != 0 || tls >= machine::user_end || stack >= machine::user_end)
        return failed(Errno::einval);
    release_dead();
    auto const made = copy(caller, (flags & clone_vm) != 0);
    if (made.is_error()) return failed(made.error());
    Process& child = *made.value();
    ProgramThread& thread = *child.main;
    if (stack != 0) thread.start.set_stack_pointer(stack);
    if ((flags & clone_settls) != 0) thread.thread_pointer = tls;
    if ((flags & clone_child_cleartid) != 0) thread.cleared_word = child_word;
    u32 const id = child.id;
    Span<u8 const> const word = bytes_of(Span<u32 const>(&id, 1));
    if ((flags & clone_child_settid) != 0) (void)child.memory->write(child_word, word);
    if ((flags & clone_parent_settid) != 0) (void)user_mode->copy_out(parent_word, word);
    thread.thread->start(thread);
    if ((flags & clone_vfork) != 0) wait_for_exec(child);
    return id;
}

/// A process like the caller's that has not been started, among its children.
Result<Process*, Errno> Processes::copy(ProgramThread& caller, bool shares_memory) {
    Process& parent = caller.process;
    Process& child = *TRY(make_process());
    if (shares_memory) {
        parent.memory->keep();
        child.memory = parent.memory;
    } else {
        auto const memory = parent.memory->copy();
        if (memory.is_error()) {
            dispose(child);
            return memory.error();
        }
        child.memory = memory.value();
    }
    auto const thread = make_thread(child, child.id);
    if (thread.is_error()) {
        child.memory->let_go();
        dispose(child);
        return thread.error();
    }
    child.main = thread.value();
    child.main->blocked = caller.blocked;
    child.main->thread_pointer = caller.thread_pointer;
    child.main->handler_stack = caller.handler_stack;
    child.main->handler_stack_bytes = caller.handler_stack_bytes;
    child.main->start = *caller.registers;
    user_mode->set_result(child.main->start, 0);
    child.descriptors.copy_from(parent.descriptors);
    child.actions = parent.actions;
    child.place.copy_from(parent.place);
    child.umask = parent.umask;
    child.group = parent.group;
    child.session = parent.session;
    memcpy(child.name, parent.name, sizeof child.name);
    InterruptGuard const guard;
    child.parent = &parent;
    parent.children.push_back(child);
    all_.insert(child);
    return &child;
}

/// The caller of vfork waits until its memory is its own again; no signal disturbs that.
void Processes::wait_for_exec(Process const& child) {
    for (;;) {
        u64 const ticket = threads->ticket();
        if (child.has_executed || child.state == Process::State::ended) return;
        threads->wait(address_of(&child), ticket);
    }
}

} // namespace flat::unix::process
