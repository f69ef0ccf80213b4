// SPDX-License-Identifier: BSD-2-Clause
// What programs ask of a terminal (ioctl_tty(2)).
#include <unix/terminal/terminal.hpp>

#include <unix/program_thread.hpp>
#include <unix/user_data.hpp>

namespace flat::unix::terminal {

namespace {

/// Requests (asm-generic/ioctls.h).
enum Request : u32 {
    tcgets = 0x5401,
    tcsets = 0x5402,
    tcsetsw = 0x5403,
    tcsetsf = 0x5404,
    tcsbrk = 0x5409,
    tcflsh = 0x540b,
    tiocsctty = 0x540e,
    tiocgpgrp = 0x540f,
    tiocspgrp = 0x5410,
    tiocgwinsz = 0x5413,
    tiocswinsz = 0x5414,
    tiocinq = 0x541b,
    tiocnotty = 0x5422,
    tiocgsid = 0x5429,
};

} // namespace

i64 Terminal::control(Task& task, u32 request, vaddr argument) {
    belong_to(task);
    switch (request) {
    case tcgets:
        return get_settings(argument);
    case tcsets:
    case tcsetsw:
    case tcsetsf:
        return set_settings(argument, request == tcsetsf);
    case tcflsh:
        discipline_.lock()->clear();
        return 0;
    case tcsbrk:
    case tiocnotty:
        return 0;
    case tiocsctty:
        return lead(task);
    case tiocgpgrp:
        return put(*user_mode, argument, foreground_) ? 0 : failed(Errno::efault);
    case tiocspgrp:
        return set_foreground(task, argument);
    case tiocgwinsz:
        return put(*user_mode, argument, window_) ? 0 : failed(Errno::efault);
    case tiocswinsz:
        return set_window(argument);
    case tiocinq: {
        u32 const size = discipline_.lock()->size();
        return put(*user_mode, argument, size) ? 0 : failed(Errno::efault);
    }
    case tiocgsid:
        return put(*user_mode, argument, session_) ? 0 : failed(Errno::efault);
    default:
        return failed(Errno::enotty);
    }
}

i64 Terminal::get_settings(vaddr place) {
    TerminalSettings const settings = discipline_.lock()->settings();
    return put(*user_mode, place, settings) ? 0 : failed(Errno::efault);
}

i64 Terminal::set_settings(vaddr place, bool forgets) {
    TerminalSettings settings;
    if (!get(*user_mode, settings, place)) return failed(Errno::efault);
    auto const discipline = discipline_.lock();
    if (forgets) discipline->clear();
    discipline->set(settings);
    return 0;
}

/// Of groups of the session, one is in the foreground.
i64 Terminal::set_foreground(Task& task, vaddr place) {
    u32 group = 0;
    if (!get(*user_mode, group, place)) return failed(Errno::efault);
    if (groups->session_of(task) != session_) return failed(Errno::enotty);
    if (!groups->signal(group, 0)) return failed(Errno::esrch);
    if (is_in_background(task)) {
        i64 const refused = refuse(task, sigttou);
        if (refused == call_interrupted) return refused;
    }
    foreground_ = group;
    return 0;
}

i64 Terminal::set_window(vaddr place) {
    if (!get(*user_mode, window_, place)) return failed(Errno::efault);
    if (foreground_ != 0) groups->signal(foreground_, sigwinch);
    return 0;
}

/// The first of a session makes it that session's.
i64 Terminal::lead(Task& task) {
    if (groups->session_of(task) != ProgramThread::of(task).process.id) return failed(Errno::eperm);
    session_ = groups->session_of(task);
    foreground_ = groups->group_of(task);
    return 0;
}

} // namespace flat::unix::terminal
