// SPDX-License-Identifier: BSD-2-Clause
// The types that threads, the path and its users share.
#pragma once

namespace scenario {

using Word = unsigned long;

class Thread;
class WaitingList;

/// What a thread does.
enum class State : Word { running, waiting, halted };

/// Accepts messages of whoever sends one.
inline constexpr Word anybody = ~Word{0};

/// How long a message is at most.
inline constexpr unsigned message_words_max = 8;

/// What a message is: `label` says what it asks for, `words` how long it is.
struct Tag {
    Word label;
    unsigned words;
};

/// What a processor runs with, and whether it has other work to do than to switch.
struct Processor {
    Word page_table = 0;
    Word stack_pointer = 0;
    Word current = 0;
    Word hazards = 0;
};

/// Sends a message to a thread that waits for it, waits for one of `from`, and switches directly to
/// the receiver; returns it. Where the short path does not lead, it does nothing and returns null.
Thread* send_and_wait(Processor& processor, WaitingList& waiting, Thread& sender, Thread& receiver,
                      Tag tag, Word from);

} // namespace scenario
