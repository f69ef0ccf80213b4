// SPDX-License-Identifier: BSD-2-Clause
// The share of the kernel's interface: the thread's identity, and its exchange of messages.
#pragma once

#include "thread_base.hpp"

namespace scenario {

class MessagingPart : public virtual ThreadBase {
public:
    explicit MessagingPart(Word id) : id_(id) {}

    Word id() const override { return id_; }
    void set_state(State state) override { state_ = state; }

    bool accepts(Word sender) const override {
        return state_ == State::waiting && (waiting_for_ == sender || waiting_for_ == anybody);
    }

    /// Copies a message to its receiver.
    void deliver(ThreadBase& receiver, Tag tag) const {
        receiver.set_label(tag.label);
        for (unsigned i = 0; i < tag.words; ++i)
            receiver.set_message_word(i, message_word(i));
    }

    /// Begins to wait for a message.
    void wait_for(Word sender, WaitingList& list) {
        waiting_for_ = sender;
        set_state(State::waiting);
        join(list);
    }

    /// The message has come.
    void stop_waiting(WaitingList& list) {
        set_state(State::running);
        leave(list);
    }

private:
    Word id_;
    State state_ = State::running;
    Word waiting_for_ = 0;
};

} // namespace scenario
