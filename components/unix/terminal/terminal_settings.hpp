// SPDX-License-Identifier: BSD-2-Clause
// How a terminal is set (termios(3), asm-generic/termbits.h).
#pragma once

#include <core/types.hpp>

namespace flat::unix::terminal {

/// Flags of what comes.
enum InputFlag : u32 { inlcr = 0x40, igncr = 0x80, icrnl = 0x100, ixon = 0x400 };

/// Flags of what is shown.
enum OutputFlag : u32 { opost = 1, onlcr = 4 };

/// Flags of the discipline.
enum LocalFlag : u32 {
    isig = 1,
    icanon = 2,
    echo = 8,
    echoe = 0x10,
    echok = 0x20,
    echonl = 0x40,
    noflsh = 0x80,
    echoctl = 0x200,
    echoke = 0x800,
    iexten = 0x8000,
};

/// Places of characters that mean something.
enum SpecialCharacter : u32 {
    vintr = 0,
    vquit = 1,
    verase = 2,
    vkill = 3,
    veof = 4,
    vtime = 5,
    vmin = 6,
    vsusp = 10,
    veol = 11,
    vwerase = 14,
    veol2 = 16,
};

/// struct termios of the kernel, as a terminal is at first.
struct TerminalSettings {
    u32 input = icrnl | ixon;
    u32 output = opost | onlcr;
    u32 control = 0xbf; // 38400 baud, 8 bits, which mean nothing here
    u32 local = isig | icanon | echo | echoe | echok | echoctl | echoke | iexten;
    u8 line = 0;
    u8 characters[19] = {3, 28, 127, 21, 4, 0, 1, 0, 17, 19, 26, 0, 18, 15, 23, 22, 0, 0, 0};
};

static_assert(sizeof(TerminalSettings) == 36);

} // namespace flat::unix::terminal
