// SPDX-License-Identifier: BSD-2-Clause
// The terminal: the machine's console, with a line discipline.
#include <unix/terminal/terminal.hpp>

#include <core/text.hpp>
#include <unix/errno.hpp>

namespace flat::unix::terminal {

i64 Terminal::read(Task&, vaddr, u64, u64, bool) {
    return 0;
}

i64 Terminal::write(Task&, vaddr buffer, u64 bytes, u64, bool) {
    u8 piece[256];
    for (u64 done = 0; done < bytes;) {
        Span<u8> const part = Span<u8>(piece).first(min<u64>(bytes - done, sizeof piece));
        if (!user_mode->copy_in(part, buffer + done))
            return done != 0 ? static_cast<i64>(done) : failed(Errno::EFAULT);
        console->write(part);
        is_at_beginning_ = part[part.size() - 1] == '\n';
        done += part.size();
    }
    return static_cast<i64>(bytes);
}

void Terminal::begin() {
    if (!is_at_beginning_) console->write(Text("\n").bytes());
    is_at_beginning_ = true;
}

u32 Terminal::poll() {
    return OpenFile::writable;
}

i64 Terminal::control(Task&, u32, vaddr) {
    return failed(Errno::ENOTTY);
}

} // namespace flat::unix::terminal
