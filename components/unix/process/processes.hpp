// SPDX-License-Identifier: BSD-2-Clause
// The processes of a UNIX: how they begin, run programs, get signals and end.
#pragma once

#include <core/atomic.hpp>
#include <core/containers/ordered_tree.hpp>
#include <core/text.hpp>
#include <core/utility.hpp>
#include <flat/fs/file.hpp>
#include <unix/argument_list.hpp>
#include <unix/elf_program.hpp>
#include <unix/process.hpp>
#include <unix/process/processes.flat.hpp>
#include <unix/process/signal_file.hpp>
#include <unix/program_thread.hpp>

#include <new>

namespace flat::unix::process {

/// Of which children there is to be news.
struct WaitedFor {
    enum class Kind : u8 { any, process, group }; // the numbers of waitid(2)

    Kind kind;
    u32 id;
};

/// The tree of processes, and what they do to each other. System calls run in the thread that has
/// made them; the tree, states and pending signals are changed with interrupts disabled. A process
/// that has ended stays until its parent has waited for it; a thread, until somebody else can
/// release it.
class Processes : public ProcessesComponent,
                  private SignalSender,
                  private SignalFile::Source,
                  NonCopyable {
public:
    using ProcessesComponent::ProcessesComponent;

    // ProcessCalls
    i64 getpid(Task& task) override;
    i64 gettid(Task& task) override;
    i64 getppid(Task& task) override;
    i64 yield() override;
    i64 set_tid_address(Task& task, vaddr address) override;
    i64 fork(Task& task) override;
    i64 vfork(Task& task) override;
    i64 clone(Task& task, u64 flags, vaddr stack, vaddr parent_word, vaddr child_word,
              vaddr tls) override;
    i64 clone3(Task& task, vaddr arguments, u64 bytes) override;
    i64 execve(Task& task, vaddr path, vaddr arguments, vaddr environment) override;
    i64 wait4(Task& task, i32 which, vaddr status, u32 options, vaddr usage) override;
    i64 waitid(Task& task, u32 kind, u32 id, vaddr information, u32 options, vaddr usage) override;
    i64 getpgid(Task& task, u32 id) override;
    i64 setpgid(Task& task, u32 id, u32 group) override;
    i64 getsid(Task& task, u32 id) override;
    i64 setsid(Task& task) override;
    i64 umask(Task& task, u32 mask) override;
    i64 setpriority(Task& task, u32 kind, u32 who, i32 nice) override;
    i64 getpriority(Task& task, u32 kind, u32 who) override;
    i64 ioprio_set(Task& task, u32 kind, u32 who, u32 priority) override;
    i64 ioprio_get(Task& task, u32 kind, u32 who) override;
    i64 capget(Task& task, vaddr header, vaddr sets) override;
    i64 capset(Task& task, vaddr header, vaddr sets) override;
    i64 sched_setscheduler(Task& task, u32 id, u32 policy, vaddr priority) override;
    i64 sched_getscheduler(Task& task, u32 id) override;
    i64 sched_setparam(Task& task, u32 id, vaddr priority) override;
    i64 sched_getparam(Task& task, u32 id, vaddr priority) override;
    i64 sched_rr_get_interval(Task& task, u32 id, vaddr place) override;
    i64 sched_priority_limit(u32 policy, bool is_highest) override;
    i64 sched_setaffinity(Task& task, u32 id, u64 bytes, vaddr set) override;
    i64 sched_getaffinity(Task& task, u32 id, u64 bytes, vaddr set) override;
    i64 prlimit(Task& task, u32 id, u32 resource, vaddr wanted, vaddr old) override;
    i64 exit(Task& task, u32 status) override;
    i64 exit_group(Task& task, u32 status) override;

    // SignalCalls
    i64 kill(Task& task, i32 which, u32 signal) override;
    i64 tgkill(Task& task, u32 process, u32 thread, u32 signal) override;
    i64 sigqueue(Task& task, u32 process, u32 signal, vaddr information) override;
    i64 tgsigqueue(Task& task, u32 process, u32 thread, u32 signal, vaddr information) override;
    i64 timer_create(Task& task, u32 clock, vaddr event, vaddr place) override;
    i64 timer_settime(Task& task, u32 id, u32 flags, vaddr setting, vaddr old) override;
    i64 timer_gettime(Task& task, u32 id, vaddr place) override;
    i64 timer_getoverrun(Task& task, u32 id) override;
    i64 timer_delete(Task& task, u32 id) override;
    void tell_message(Task& task, u32 process, u32 signal, u64 value) override;
    i64 sigtimedwait(Task& task, vaddr set, vaddr information, i64 timeout_ns, u64 bytes) override;
    i64 signalfd(Task& task, i32 descriptor, vaddr set, u64 bytes, u32 flags) override;
    i64 sigaction(Task& task, u32 signal, vaddr action, vaddr old, u64 bytes) override;
    i64 sigprocmask(Task& task, u32 how, vaddr set, vaddr old, u64 bytes) override;
    i64 sigpending(Task& task, vaddr set, u64 bytes) override;
    i64 sigsuspend(Task& task, vaddr set, u64 bytes) override;
    i64 pause(Task& task) override;
    i64 setitimer(Task& task, u32 which, vaddr setting, vaddr old) override;
    i64 getitimer(Task& task, u32 which, vaddr place) override;
    i64 alarm(Task& task, u32 seconds) override;
    i64 sigaltstack(Task& task, vaddr stack, vaddr old) override;

    // Faults
    bool page_fault(Task& task, vaddr address, u32 access) override;
    bool wait_for_page(Task& task, vaddr address, u32 access) override;
    void exception(Task& task, u32 vector, vaddr instruction, vaddr address, u32 access) override;
    Delivery next(Task& task) override;
    void lost(Task& task) override;
    void handled(Task& task, u64 mask) override;
    void ran(Task& task, bool in_user_mode, u32 us) override;

    // Starter
    u32 run(Span<u8 const> arguments, OpenFile& terminal) override;

    // ProcessGroups
    bool signal(u32 group, u32 signal) override;
    u32 group_of(Task& task) override;
    u32 session_of(Task& task) override;

    // ProcessList
    u32 first_from(u32 id) override;
    Known know(u32 id) override;
    Area area_after(u32 id, u64 address) override;
    u32 first_thread_from(u32 id, u32 thread) override;
    KnownThread know_thread(u32 id, u32 thread) override;
    Urgency urgency_of(u32 id, u32 thread) override;
    Identities users_of(u32 id) override;
    Identities groups_of(u32 id) override;
    u32 name(u32 id, Span<u8> text) override;
    u32 command_line(u32 id, Span<u8> texts) override;
    Times times_of(u32 id) override;
    Times times_of_all() override;
    Descriptor descriptor_from(u32 id, u32 number) override;
    Result<u32, fs::FsError> path(u32 id, Place which, u32 descriptor, Span<u8> text) override;
    Result<fs::Node*, fs::FsError> node(u32 id, Place which, u32 descriptor,
                                        fs::Finder* finder) override;
    u32 running() override;
    u32 last_id() override;

private:
    using Path = Span<u8 const>;

    /// A program in memory of its own, about to begin.
    struct Loaded {
        ProgramMemory* memory;
        vaddr entry;
        vaddr stack;
        Credentials as;
    };

    // paths.cpp
    class Seen;
    Result<void, fs::FsError> look(u32 id, Place which, u32 descriptor, Seen& seen);

    // processes.cpp
    Result<Process*, Errno> make_process();
    Result<ProgramThread*, Errno> make_thread(Process& process, u32 id);
    void find_terminal(fs::Directory& root, OpenDescription& console);
    void dispose(Process& process);
    void dispose(ProgramThread& thread);
    template<class T, class... Arguments>
    T* make(Arguments&... arguments) {
        auto const place = records->allocate(sizeof(T));
        return place.is_ok() ? new (pointer_to<void>(place.value())) T(arguments...) : nullptr;
    }
    template<class T>
    void destroy(T& record) {
        record.~T();
        records->free(address_of(&record), sizeof(T));
    }

    // exec.cpp
    Result<fs::File*, Errno> open_program(Process& process, Path path, fs::FoundDirectory& found);
    Result<Loaded, Errno> load(Process& process, Path path, ArgumentList& arguments,
                               ProgramFile& program);
    Result<Loaded, Errno> load_file(Process& process, fs::File& file, Span<u8 const> header,
                                    ArgumentList const& arguments);
    Result<vaddr, Errno> load_interpreter(Process& process, fs::File& file,
                                          ElfProgram::Interpreter where, ProgramMemory& memory);
    Result<vaddr, Errno> build(Process& process, fs::File& file, ElfProgram const& program,
                               ProgramMemory& memory);
    static Result<void, Errno> map_segments(ProgramMemory& memory, fs::File& file,
                                            ElfProgram const& program);
    Result<void, Errno> get_texts(ArgumentList& list, vaddr pointers, bool is_environment);
    bool end_others(ProgramThread& thread);
    void replace(ProgramThread& thread, Loaded const& loaded, ProgramFile& program);
    static void set_name(Process& process, Text path);
    static void set_command(Process& process, ArgumentList const& list);

    // fork.cpp
    /// How a thread begins, beside what it copies from the caller's.
    struct Start {
        u64 flags;
        vaddr stack;
        vaddr parent_word;
        vaddr child_word;
        vaddr tls;
    };

    i64 start_thread(ProgramThread& caller, Start const& how);
    void prepare(ProgramThread& thread, ProgramThread const& caller, Start const& how);
    Result<ProgramThread*, Errno> copy(ProgramThread& caller, bool shares_memory);
    void add(ProgramThread& thread);
    void wait_for_exec(u32 id, u64 changes);

    // wait.cpp
    /// What there is to report of a child; nothing if `id` is 0.
    struct News {
        u32 id = 0;
        u32 status = 0;
        u32 user = 0;
        CpuTimes used;            ///< with the children that it has waited for
        Process* ended = nullptr; ///< itself, which the caller disposes of, if it has ended
    };

    i64 wait_for(Task& task, WaitedFor const& which, u32 options, News& news);
    News find_news(Process& own, WaitedFor const& which, u32 options, bool& is_any);

    // groups.cpp
    Process* find(Task& task, u32 id);

    // timer_calls.cpp
    void send_alarm(Process& process) override;
    i64 put_timer(vaddr place, IntervalTimer::Setting const& setting);

    // scheduling_calls.cpp
    ProgramThread* find_thread(Task& task, u32 id);
    i64 missing_thread(Task& task, u32 id);
    Result<Scheduling, Errno> scheduling_of(Task& task, u32 id);
    i64 set_scheduling(Task& task, u32 id, Scheduling const& wanted);
    static void apply(ProgramThread& thread, Scheduling const& wanted);

    // capability_calls.cpp
    Result<u32, Errno> capability_process(vaddr place, u64& bytes);

    // nice_calls.cpp
    template<class Function>
    void for_each_of(Task& task, u32 kind, u32 who, Function const& function);

    // limit_calls.cpp
    static void apply_limits(Process& process);
    bool has_all_processes(Process const& own) const;
    void check_time(Process& process);

    // posix_timers.cpp
    void send_expired(PosixTimer& timer, u64 times) override;
    static PosixTimer* find_timer(Process& process, u32 id);
    Result<PosixTimer::Notice, Errno> get_notice(Process const& process, vaddr event);
    static u32 add_timer(Process& process, PosixTimer& timer, bool tells_number);
    u64 left_until(PosixTimer const& timer, i64 time_ns);
    void end_timers(Process& process);

    // signal_calls.cpp
    i64 send_from(Process const& own, Process& to, u32 signal);
    Result<SignalCause, Errno> get_cause(vaddr place, bool is_to_itself);
    static void block(ProgramThread& thread, u64 signals);
    using Taken = SignalFile::Taken;
    static Taken take_of(ProgramThread& thread, u64 signals);

    // signal_file.cpp
    Taken take(ProgramThread& thread, u64 signals) override;
    void count(i32 files) override;
    void tell_readers();

    // ending.cpp
    [[noreturn]] void end_thread(ProgramThread& thread);
    [[noreturn]] void end_by_signal(ProgramThread& thread, u32 signal);
    void end_all_threads(Process& process, u32 status);
    void end_process(Process& process);
    static void let_go_program(Process& process);
    void tell_parent(Process& process);
    void release_dead();

    // faults.cpp
    bool send(Process& process, u32 signal, SignalCause const& cause);
    bool send(ProgramThread& thread, u32 signal, SignalCause const& cause);
    void attend_all(Process& process);
    void wait_while_stopped(Process& process);
    void force(ProgramThread& thread, u32 signal, SignalCause const& cause);
    static void attend(thread::ThreadManager& threads, ProgramThread& thread);
    void stop(ProgramThread& thread, u32 signal);
    void go_on(Process& process);
    static Delivery deliver(ProgramThread& thread, Taken const& taken);

    OrderedTree<Process, &Process::in_all, &Process::id_key> all_;
    OrderedTree<ProgramThread, &ProgramThread::in_all, &ProgramThread::id_key> all_threads_;
    IntrusiveList<ProgramThread, &ProgramThread::in_dead> dead_;
    IntrusiveList<Process, &Process::sibling> unwanted_; // have ended, and nobody asks
    Process* first_ = nullptr;
    CpuTimes all_times_;   // of threads that have ended
    u32 signal_files_ = 0; // that there are
    Atomic<u32> last_id_ = 0;
    u64 random_ = 0;
};

} // namespace flat::unix::process
