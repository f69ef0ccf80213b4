// SPDX-License-Identifier: BSD-2-Clause
// A file from which signals are read (signalfd(2)).
#pragma once

#include <core/maybe.hpp>
#include <flat/thread/thread_manager.hpp>
#include <flat/unix/user_mode.hpp>
#include <unix/plain_file.hpp>
#include <unix/program_thread.hpp>
#include <unix/signals.hpp>

namespace flat::unix::process {

/// Reads those of the reader's own, or of its process, whoever has made the file. Who waits for
/// them is notified by the sender, as long as there is such a file.
class SignalFile final : public PlainFile<SignalFile> {
public:
    static constexpr InterfaceId interface_id = InterfaceId::of("flat.unix.SignalFile");
    static constexpr Sort sort = Sort::signals;

    /// A signal that was taken, and why it came; 0 if there was none.
    struct Taken {
        u32 signal;
        SignalCause cause;
    };

    /// Where signals come from. All are called with any state of interrupts.
    class Source {
    public:
        virtual Taken take(ProgramThread& thread, u64 signals) = 0;
        /// There is a file more, or less.
        virtual void count(i32 files) = 0;

    protected:
        ~Source() = default;
    };

    SignalFile(memory::Objects& records, thread::ThreadManager& threads, UserMode& user_mode,
               Source& source, u64 signals)
        : PlainFile(records), threads_(threads), user_mode_(user_mode), source_(source),
          signals_(signals) {
        source_.count(1);
    }
    ~SignalFile() { source_.count(-1); }

    void set(u64 signals) { signals_ = signals; }

    i64 read(Task& task, vaddr buffer, u64 bytes, u64, bool may_wait) override;
    u32 poll() override;

private:
    i64 read_taken(Task& task, vaddr buffer, u64 bytes);

    thread::ThreadManager& threads_;
    UserMode& user_mode_;
    Source& source_;
    u64 signals_;
};

} // namespace flat::unix::process
