// SPDX-License-Identifier: BSD-2-Clause
// The terminal: the machine's console, with a line discipline.
#include <unix/terminal/terminal.hpp>

#include <core/panic.hpp>
#include <unix/errno.hpp>
#include <unix/program_thread.hpp>
#include <unix/readiness.hpp>

namespace flat::unix::terminal {

Terminal::Terminal(Ports const& ports, Attributes const& attributes)
    : TerminalComponent(ports, attributes) {
    if (input->listen(*this).is_error()) panic("the console's input is taken");
}

void Terminal::Screen::put(Text text) {
    if (text.is_empty()) return;
    console_.write(text.bytes());
    is_at_beginning_ = text[text.size() - 1] == '\n';
}

/// Takes what has come.
void Terminal::arrived() {
    u8 bytes[64];
    for (u32 count = input->read(Span<u8>(bytes)); count != 0;
         count = input->read(Span<u8>(bytes))) {
        for (u8 const each : Span<u8>(bytes).first(count)) {
            u32 const signal = discipline_.lock()->put(each, screen_);
            if (signal != 0 && foreground_ != 0) groups->signal(foreground_, signal);
        }
    }
    notify_changed(*threads, condition());
}

/// The first session that uses it has it.
void Terminal::belong_to(Task& task) {
    if (session_ != 0) return;
    session_ = groups->session_of(task);
    foreground_ = groups->group_of(task);
}

bool Terminal::is_in_background(Task& task) {
    return groups->session_of(task) == session_ && groups->group_of(task) != foreground_;
}

/// A group in the background gets a signal, which stops it; then it tries again.
i64 Terminal::refuse(Task& task, u32 signal) {
    ProgramThread const& thread = ProgramThread::of(task);
    bool const is_blocked = (thread.blocked & set_of(signal)) != 0;
    bool const is_ignored = thread.process.actions.of(signal).handler == SignalAction::ignore;
    if (is_blocked || is_ignored) return failed(Errno::eio);
    groups->signal(groups->group_of(task), signal);
    return call_interrupted;
}

i64 Terminal::read(Task& task, vaddr buffer, u64 bytes, u64, bool may_wait) {
    belong_to(task);
    if (bytes == 0) return 0;
    for (;;) {
        u64 const ticket = threads->ticket();
        if (is_in_background(task)) return refuse(task, sigttin);
        if (discipline_.lock()->is_ready()) break;
        if (!may_wait) return failed(Errno::eagain);
        if (!ProgramThread::of(task).wait(*threads, condition(), ticket)) return call_interrupted;
    }
    u8 piece[512];
    u32 const count = discipline_.lock()->take(Span<u8>(piece).first(min<u64>(bytes, 512)));
    bool const is_copied = user_mode->copy_out(buffer, Span<u8 const>(piece).first(count));
    return is_copied ? count : failed(Errno::efault);
}

i64 Terminal::write(Task& task, vaddr buffer, u64 bytes, u64, bool) {
    belong_to(task);
    u8 piece[256];
    for (u64 done = 0; done < bytes;) {
        Span<u8> const part = Span<u8>(piece).first(min<u64>(bytes - done, sizeof piece));
        if (!user_mode->copy_in(part, buffer + done))
            return done != 0 ? static_cast<i64>(done) : failed(Errno::efault);
        discipline_.lock()->show(part, screen_);
        done += part.size();
    }
    return static_cast<i64>(bytes);
}

void Terminal::begin() {
    if (!screen_.is_at_beginning()) screen_.put("\r\n");
}

u32 Terminal::poll() {
    return OpenFile::writable | (discipline_.lock()->is_ready() ? OpenFile::readable : 0);
}

} // namespace flat::unix::terminal
