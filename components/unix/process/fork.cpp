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
    clone_fs = 0x200,
    clone_files = 0x400,
    clone_sighand = 0x800,
    clone_vfork = 0x4000,
    clone_thread = 0x1'0000,
    clone_settls = 0x8'0000,
    clone_parent_settid = 0x10'0000,
    clone_child_cleartid = 0x20'0000,
    clone_child_settid = 0x100'0000,
};

/// A thread shares all of these with the others of its process.
constexpr u64 thread_flags = clone_vm | clone_fs | clone_files | clone_sighand | clone_thread;

/// struct clone_args, as far as it is known here.
struct CloneArguments {
    u64 flags, pidfd;
    vaddr child_word, parent_word;
    u64 signal;
    vaddr stack;
    u64 stack_bytes;
    vaddr tls;
};

} // namespace

i64 Processes::fork(Task& task) {
    return clone(task, sigchld, 0, 0, 0, 0);
}

i64 Processes::vfork(Task& task) {
    return clone(task, clone_vm | clone_vfork | sigchld, 0, 0, 0, 0);
}

i64 Processes::clone3(Task& task, vaddr place, u64 bytes) {
    CloneArguments wanted = {};
    if (bytes < sizeof wanted || bytes > 4096) return failed(Errno::einval);
    if (!get(*user_mode, wanted, place)) return failed(Errno::efault);
    bool const is_range = wanted.stack_bytes <= machine::user_end &&
                          wanted.stack <= machine::user_end - wanted.stack_bytes;
    if (!is_range || wanted.signal >= signals_end) return failed(Errno::einval);
    return clone(task, wanted.flags | wanted.signal, wanted.stack + wanted.stack_bytes,
                 wanted.parent_word, wanted.child_word, wanted.tls);
}

i64 Processes::clone(Task& task, u64 flags, vaddr stack, vaddr parent_word, vaddr child_word,
                     vaddr tls) {
    ProgramThread& caller = ProgramThread::of(task);
    if (tls >= machine::user_end || stack >= machine::user_end) return failed(Errno::einval);
    release_dead();
    Start const how{flags, stack, parent_word, child_word, tls};
    if ((flags & clone_thread) != 0) return start_thread(caller, how);
    auto const made = copy(caller, (flags & clone_vm) != 0);
    if (made.is_error()) return failed(made.error());
    ProgramThread& thread = *made.value();
    Process& child = thread.process;
    prepare(thread, caller, how);
    u32 const id = child.id;
    Span<u8 const> const word = bytes_of(Span<u32 const>(&id, 1));
    if ((flags & clone_child_settid) != 0) (void)child.memory->write(child_word, word);
    if ((flags & clone_parent_settid) != 0) (void)user_mode->copy_out(parent_word, word);
    u64 const changes = address_of(&child);
    thread.thread->start(thread); // the child may have ended, and be gone, from now on
    if ((flags & clone_vfork) != 0) wait_for_exec(id, changes);
    return id;
}

/// A thread goes on as the caller does, but for its stack and its thread pointer, where given.
void Processes::prepare(ProgramThread& thread, ProgramThread const& caller, Start const& how) {
    thread.blocked = caller.blocked;
    if (!caller.scheduling.is_usual()) apply(thread, caller.scheduling.of_child());
    thread.io_priority = caller.io_priority;
    thread.start = *caller.registers;
    user_mode->set_result(thread.start, 0);
    if (how.stack != 0) thread.start.set_stack_pointer(how.stack);
    bool const has_own = (how.flags & clone_settls) != 0;
    thread.thread_pointer = has_own ? how.tls : caller.thread_pointer;
    if ((how.flags & clone_child_cleartid) != 0) thread.cleared_word = how.child_word;
}

/// Starts one more thread of the caller's process.
i64 Processes::start_thread(ProgramThread& caller, Start const& how) {
    if ((how.flags & thread_flags) != thread_flags || how.stack == 0) return failed(Errno::einval);
    Process& process = caller.process;
    u32 const id = last_id_.fetch_add(1) + 1;
    auto const made = make_thread(process, id);
    if (made.is_error()) return failed(made.error());
    ProgramThread& thread = *made.value();
    prepare(thread, caller, how);
    Span<u8 const> const word = bytes_of(Span<u32 const>(&id, 1));
    if ((how.flags & clone_child_settid) != 0) (void)user_mode->copy_out(how.child_word, word);
    if ((how.flags & clone_parent_settid) != 0) (void)user_mode->copy_out(how.parent_word, word);
    InterruptGuard const guard;
    ++process.alive_threads;
    add(thread);
    if (process.is_ending || process.survivor) attend(*threads, thread);
    thread.thread->start(thread);
    return id;
}

/// A thread is one of its process, and of all.
void Processes::add(ProgramThread& thread) {
    InterruptGuard const guard;
    thread.process.threads.push_back(thread);
    all_threads_.insert(thread);
}

/// A process like the caller's that has not been started, among its children.
Result<ProgramThread*, Errno> Processes::copy(ProgramThread& caller, bool shares_memory) {
    Process& parent = caller.process;
    {
        InterruptGuard const guard;
        if (has_all_processes(parent)) return Errno::eagain;
    }
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
    if (thread.is_error() || !child.descriptors.copy_from(parent.descriptors)) {
        if (thread.is_ok()) dispose(*thread.value());
        child.memory->let_go();
        dispose(child);
        return thread.is_error() ? thread.error() : Errno::enomem;
    }
    thread.value()->handler_stack = caller.handler_stack;
    thread.value()->handler_stack_bytes = caller.handler_stack_bytes;
    child.actions = parent.actions;
    child.place.copy_from(parent.place);
    child.program.copy(parent.program);
    child.umask = parent.umask;
    child.limits = parent.limits;
    child.credentials = parent.credentials;
    child.group = parent.group;
    child.session = parent.session;
    memcpy(child.name, parent.name, sizeof child.name);
    memcpy(child.command, parent.command, parent.command_bytes);
    child.command_bytes = parent.command_bytes;
    InterruptGuard const guard;
    child.parent = &parent;
    parent.children.push_back(child);
    all_.insert(child);
    add(*thread.value());
    return thread.value();
}

/// The caller of vfork waits until its memory is its own again; no signal disturbs that. `changes`
/// are what the child's are known by.
void Processes::wait_for_exec(u32 id, u64 changes) {
    for (;;) {
        u64 const ticket = threads->ticket();
        {
            InterruptGuard const guard;
            Process const* const child = all_.find(id);
            if (!child || child->has_executed || child->state == Process::State::ended) return;
        }
        threads->wait(changes, ticket);
    }
}

} // namespace flat::unix::process
