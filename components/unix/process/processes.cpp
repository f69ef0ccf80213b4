// SPDX-License-Identifier: BSD-2-Clause
// The processes of a UNIX: how they begin, and their identities.
#include <unix/process/processes.hpp>

#include <core/memory.hpp>

namespace flat::unix::process {

namespace {

/// What the first program finds in its environment.
constexpr Text first_environment[] = {"PATH=/bin:/sbin:/usr/bin:/usr/sbin", "HOME=/root",
                                      "TERM=linux"};

} // namespace

i64 Processes::getpid(Task& task) {
    return ProgramThread::of(task).process.id;
}

i64 Processes::gettid(Task& task) {
    return ProgramThread::of(task).id;
}

i64 Processes::getppid(Task& task) {
    Process const* const parent = ProgramThread::of(task).process.parent;
    return parent ? parent->id : 0;
}

i64 Processes::yield() {
    threads->yield();
    return 0;
}

i64 Processes::set_tid_address(Task& task, vaddr address) {
    ProgramThread& thread = ProgramThread::of(task);
    thread.cleared_word = address;
    return thread.id;
}

/// A process with a number and nothing else.
Result<Process*, Errno> Processes::make_process() {
    u32 const id = last_id_.fetch_add(1) + 1;
    SignalSender& sender = *this;
    auto* const process = make<Process>(id, *records, *threads, *alarms, sender);
    if (!process) return Errno::enomem;
    process->began_ns = static_cast<i64>(alarms->now_ns());
    return process;
}

/// A thread of a process, with a thread of the kernel that has not been started.
Result<ProgramThread*, Errno> Processes::make_thread(Process& process, u32 id) {
    auto* const thread = make<ProgramThread>(id, process, *user_mode);
    if (!thread) return Errno::enomem;
    auto const kernel_thread = threads->create({});
    if (kernel_thread.is_error()) {
        destroy(*thread);
        return Errno::eagain;
    }
    thread->thread = narrow_to<thread::Thread>(*kernel_thread.value());
    thread->page_root = process.memory->root();
    return thread;
}

void Processes::dispose(ProgramThread& thread) {
    thread.thread->release();
    destroy(thread);
}

void Processes::dispose(Process& process) {
    destroy(process);
}

/// The first open file knows its name, if it has one where Linux has it.
void Processes::find_terminal(fs::Directory& root, OpenDescription& console) {
    fs::FoundDirectory found;
    auto const node = names->find(root, root, Text("/dev/console").bytes(), true, found);
    if (node.is_error()) return;
    if (node.value() == console.file().node()) console.found.take(found);
    node.value()->release();
}

u32 Processes::run(Span<u8 const> arguments, OpenFile& terminal) {
    constexpr u32 not_run = 127;
    constexpr u32 read_write = 2;
    ArgumentList list(*frames);
    for (Text rest = Text::from_bytes(arguments); list.is_there() && !rest.is_empty();) {
        u64 const bytes = strlen(rest.data());
        if (!list.add(rest.first(bytes))) return not_run;
        rest = rest.after(bytes + 1);
    }
    for (Text const each : first_environment)
        if (!list.is_there() || !list.add(each, true)) return not_run;
    auto const made = make_process();
    auto const root = names->root();
    if (made.is_error() || root.is_error()) return not_run;
    Process& process = *made.value();
    process.place.begin(*root.value());
    Path const path = arguments.first(strlen(Text::from_bytes(arguments).data()));
    auto const loaded = load(process, path, list, process.program);
    if (loaded.is_error()) return not_run;
    first_ = &process;
    process.group = process.session = process.id;
    process.memory = loaded.value().memory;
    set_name(process, Text::from_bytes(path));
    set_command(process, list);
    OpenDescription* const console = OpenDescription::make(*records, terminal, read_write);
    auto const thread = make_thread(process, process.id);
    if (thread.is_error() || !console) return not_run;
    find_terminal(*root.value(), *console);
    for (u32 i = 0; i < 3; ++i) {
        if (i != 0) console->keep();
        (void)process.descriptors.set(i, *console, false); // it has room for some at first
    }
    all_.insert(process);
    add(*thread.value());
    user_mode->begin(thread.value()->start, loaded.value().entry, loaded.value().stack);
    thread.value()->thread->start(*thread.value());
    for (;;) {
        u64 const ticket = threads->ticket();
        if (process.state == Process::State::ended) break;
        threads->wait(address_of(&process), ticket);
    }
    u32 const signal = process.status & 0x7f;
    return signal != 0 ? 128 + signal : process.status >> 8;
}

} // namespace flat::unix::process
