// SPDX-License-Identifier: BSD-2-Clause
// Files from which signals are read, and how programs make them.
#include <unix/process/signal_file.hpp>

#include <machine/interrupts.hpp>
#include <unix/open_flags.hpp>
#include <unix/process/processes.hpp>
#include <unix/readiness.hpp>
#include <unix/user_data.hpp>

namespace flat::unix::process {

using machine::InterruptGuard;

namespace {

/// struct signalfd_siginfo.
struct SignalRecord {
    u32 signal;
    u32 error;
    u32 code;
    u32 process;
    u32 user;
    u32 descriptor;
    u32 timer;
    u32 band;
    u32 overruns;
    u32 trap;
    u32 status;
    u32 number;
    u64 pointer;
    u64 user_time, system_time;
    u64 address;
    u64 padding[6];
};
static_assert(sizeof(SignalRecord) == 128);

constexpr u32 code_of_timer = static_cast<u32>(-2); ///< SI_TIMER

/// What is known of a signal, where each kind of them has it.
SignalRecord record_of(SignalFile::Taken const& taken) {
    constexpr u64 of_faults = set_of(sigsegv, sigbus, sigfpe, sigill, sigtrap);
    SignalCause const& cause = taken.cause;
    SignalRecord record = {};
    record.signal = taken.signal;
    record.code = cause.code;
    u32 const low = static_cast<u32>(cause.origin);
    u32 const high = static_cast<u32>(cause.origin >> 32);
    bool const is_of_kernel = static_cast<i32>(cause.code) > 0;
    if (cause.code == code_of_timer) {
        record.timer = low;
        record.overruns = high;
    } else if (is_of_kernel && (of_faults & set_of(taken.signal)) != 0) {
        record.address = cause.origin;
    } else {
        record.process = low;
        record.user = high;
    }
    if (is_of_kernel && taken.signal == sigchld) {
        record.status = static_cast<u32>(cause.value);
        return record;
    }
    record.number = static_cast<u32>(cause.value);
    record.pointer = cause.value;
    return record;
}

} // namespace

/// As many as have come and there is room for.
i64 SignalFile::read_taken(Task& task, vaddr buffer, u64 bytes) {
    u64 done = 0;
    for (; done + sizeof(SignalRecord) <= bytes; done += sizeof(SignalRecord)) {
        Taken const taken = source_.take(ProgramThread::of(task), signals_);
        if (taken.signal == 0) break;
        if (!put(user_mode_, buffer + done, record_of(taken)))
            return done != 0 ? static_cast<i64>(done) : failed(Errno::efault);
    }
    return static_cast<i64>(done);
}

i64 SignalFile::read(Task& task, vaddr buffer, u64 bytes, u64, bool may_wait) {
    if (bytes < sizeof(SignalRecord)) return failed(Errno::einval);
    for (;;) {
        u64 const ticket = threads_.ticket();
        i64 const done = read_taken(task, buffer, bytes);
        if (done != 0) return done;
        if (!may_wait) return failed(Errno::eagain);
        if (!ProgramThread::of(task).wait(threads_, any_file_changed, ticket))
            return call_interrupted;
    }
}

/// As it is for who asks.
u32 SignalFile::poll() {
    InterruptGuard const guard;
    Task* const task = user_mode_.running();
    if (!task) return 0;
    ProgramThread const& thread = ProgramThread::of(*task);
    u64 const waiting = thread.pending.set() | thread.process.pending.set();
    return (waiting & signals_) != 0 ? u32{OpenFile::readable} : 0;
}

SignalFile::Taken Processes::take(ProgramThread& thread, u64 signals) {
    return take_of(thread, signals);
}

void Processes::count(i32 files) {
    InterruptGuard const guard;
    signal_files_ += static_cast<u32>(files);
}

/// A signal waits that may be read from a file. Interrupts are disabled.
void Processes::tell_readers() {
    if (signal_files_ != 0) threads->notify_all(any_file_changed);
}

i64 Processes::signalfd(Task& task, i32 descriptor, vaddr place, u64 bytes, u32 flags) {
    u64 signals = 0;
    if (bytes != sizeof signals) return failed(Errno::einval);
    if (!get(*user_mode, signals, place)) return failed(Errno::efault);
    if ((flags & ~u32{o_cloexec | o_nonblock}) != 0) return failed(Errno::einval);
    signals &= ~unblockable;
    ProgramThread& thread = ProgramThread::of(task);
    if (descriptor != -1) {
        OpenDescription* const open = thread.find_file(static_cast<u32>(descriptor));
        auto* const file = open ? narrow_to<SignalFile>(open->file()) : nullptr;
        if (!file) return failed(open ? Errno::einval : Errno::ebadf);
        file->set(signals);
        threads->notify_all(any_file_changed);
        return descriptor;
    }
    SignalFile::Source& source = *this;
    auto* const file = make<SignalFile>(*records, *threads, *user_mode, source, signals);
    if (!file) return failed(Errno::enomem);
    return result_of(thread.process.descriptors.open(*file, o_rdwr | (flags & o_nonblock),
                                                     (flags & o_cloexec) != 0));
}

} // namespace flat::unix::process
