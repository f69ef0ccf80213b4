// SPDX-License-Identifier: BSD-2-Clause
// What the parts of a thread need of each other: the virtual base (Dannowski 2004, Figure 1).
#pragma once

#include <scenario.hpp>

namespace scenario {

/// It has no data: they live in the part that works with them.
class ThreadBase {
public:
    /// The thread's identity. (Messaging)
    virtual Word id() const = 0;

    /// What the thread does. (Messaging)
    virtual void set_state(State state) = 0;

    /// Whether the thread waits for a message that `sender` may deliver. (Messaging)
    virtual bool accepts(Word sender) const = 0;

    /// What the message asks for, and one of its words. (Machine)
    virtual void set_label(Word label) = 0;
    virtual Word message_word(unsigned index) const = 0;
    virtual void set_message_word(unsigned index, Word value) = 0;

    /// What the processor runs the thread with. (Machine)
    virtual Word page_table() const = 0;
    virtual Word stack_pointer() const = 0;

    /// How urgent the thread is; 255 is the highest. (Scheduling)
    virtual unsigned priority() const = 0;

    /// Takes over what is left of another thread's time slice. (Scheduling)
    virtual void add_ticks(Word ticks) = 0;

    /// Joins and leaves those who wait for a message. (Scheduling)
    virtual void join(WaitingList& list) = 0;
    virtual void leave(WaitingList& list) = 0;

protected:
    ~ThreadBase() = default;
};

} // namespace scenario
