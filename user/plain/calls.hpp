// SPDX-License-Identifier: BSD-2-Clause
// What every program can call: entries of its table in the kernel, by number.
#pragma once

/// The entries that every table begins with.
enum class Entry : unsigned long { end = 0, write = 1, yield = 2 };

/// Calls an entry with two words and returns the first of the answer. The kernel ends a program
/// that calls an entry which it does not have. Registers are those of user_entry.S.
unsigned long call(Entry entry, unsigned long first = 0, unsigned long second = 0);

/// Shows text, of which 256 bytes at a time.
void write(char const* text);

/// Lets other threads run first.
void yield();

/// Ends the program.
[[noreturn]] void end(unsigned status);
