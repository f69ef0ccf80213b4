// SPDX-License-Identifier: BSD-2-Clause
// The processes of a UNIX: how they begin, run programs, get signals and end.
#pragma once

#include <core/ordered_tree.hpp>
#include <core/text.hpp>
#include <core/utility.hpp>
#include <unix/argument_list.hpp>
#include <unix/elf_program.hpp>
#include <unix/process.hpp>
#include <unix/process/processes.flat.hpp>
#include <unix/program_thread.hpp>

namespace flat::unix::process {

/// The tree of processes, and what they do to each other. System calls run in the thread that has
/// made them; the tree, states and pending signals are changed with interrupts disabled. A process
/// that has ended stays until its parent has been told; a thread, until somebody else can release
/// it.
class Processes : public ProcessesComponent, NonCopyable {
public:
    using ProcessesComponent::ProcessesComponent;

    // ProcessCalls
    i64 getpid(Task& task) override;
    i64 gettid(Task& task) override;
    i64 getppid(Task& task) override;
    i64 yield() override;
    i64 set_tid_address(Task& task, vaddr address) override;
    i64 exit(Task& task, u32 status) override;
    i64 exit_group(Task& task, u32 status) override;

    // Faults
    bool page_fault(Task& task, vaddr address, u32 access) override;
    bool wait_for_page(Task& task, vaddr address, u32 access) override;
    void exception(Task& task, u32 vector, vaddr instruction, vaddr address, u32 access) override;
    Delivery next(Task& task) override;
    void lost(Task& task) override;
    void handled(Task& task, u64 mask) override;

    // Starter
    u32 run(memory::FilledObject& file, u64 file_bytes, Span<u8 const> arguments,
            OpenFile& terminal) override;

    // ProcessGroups
    bool signal(u32 group, u32 signal) override;
    u32 group_of(Task& task) override;
    u32 session_of(Task& task) override;

private:
    /// A file that is to be run.
    struct ProgramFile {
        memory::FilledObject& object;
        u64 bytes;
    };

    /// A program in memory of its own, about to begin.
    struct Loaded {
        ProgramMemory* memory;
        vaddr entry;
        vaddr stack;
    };

    // processes.cpp
    Result<Process*, Errno> make_process();
    Result<ProgramThread*, Errno> make_thread(Process& process, u32 id);
    Result<void, Errno> start(ProgramThread& thread);
    void dispose(Process& process);
    void dispose(ProgramThread& thread);
    template<class T, class... Arguments>
    T* make(Arguments&... arguments);
    template<class T>
    void destroy(T& record);

    // exec.cpp
    Result<Loaded, Errno> load(ProgramFile const& file, ArgumentList const& arguments);
    Result<ElfProgram, Errno> read_headers(ProgramFile const& file);
    Result<void, Errno> build(ProgramMemory& memory, ProgramFile const& file,
                              ElfProgram const& program);
    static void set_name(Process& process, Text path);

    // ending.cpp
    [[noreturn]] void end_thread(ProgramThread& thread);
    [[noreturn]] void end_by_signal(ProgramThread& thread, u32 signal);
    void end_all_threads(Process& process, u32 status);
    void end_process(Process& process);
    void tell_parent(Process& process);
    void release_dead();

    // faults.cpp
    void send(Process& process, u32 signal, SignalCause const& cause);
    void force(ProgramThread& thread, u32 signal, SignalCause const& cause);
    static void attend(thread::ThreadManager& threads, ProgramThread& thread);
    void stop(ProgramThread& thread, u32 signal);
    void go_on(Process& process);
    Delivery take(ProgramThread& thread, u32 signal);

    OrderedTree<Process, &Process::in_all, &Process::id_key> all_;
    IntrusiveList<ProgramThread, &ProgramThread::in_dead> dead_;
    Process* first_ = nullptr;
    u32 last_id_ = 0;
    u64 random_ = 0;
};

} // namespace flat::unix::process
