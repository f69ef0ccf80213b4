// SPDX-License-Identifier: BSD-2-Clause
// The same thread as somebody writes it who has no use for a hierarchy: the hand-flattened twin.
#pragma once

#include <scenario.hpp>

namespace scenario {

/// The threads that wait for a message, the latest last.
class WaitingList {
    friend class Thread;

    Thread* first_ = nullptr;
    Thread* last_ = nullptr;
};

class Thread final {
public:
    Thread(Word id, Word page_table, Word stack_pointer, unsigned priority)
        : id_(id), page_table_(page_table), stack_pointer_(stack_pointer), priority_(priority) {}

    Word id() const { return id_; }

    /// Whether the thread waits for a message that `sender` may deliver.
    bool accepts(Word sender) const {
        return state_ == State::waiting && (waiting_for_ == sender || waiting_for_ == anybody);
    }

    /// Copies a message to its receiver.
    void deliver(Thread& receiver, Tag tag) const {
        receiver.label_ = tag.label;
        for (unsigned i = 0; i < tag.words; ++i)
            receiver.message_[i] = message_[i];
    }

    /// One word of the message that the thread sends or has received.
    Word message_word(unsigned index) const { return message_[index]; }
    void set_message_word(unsigned index, Word value) { message_[index] = value; }

    /// Begins to wait for a message.
    void wait_for(Word sender, WaitingList& list) {
        waiting_for_ = sender;
        state_ = State::waiting;
        next_ = nullptr;
        previous_ = list.last_;
        (previous_ ? previous_->next_ : list.first_) = this;
        list.last_ = this;
    }

    /// The message has come.
    void stop_waiting(WaitingList& list) {
        state_ = State::running;
        (previous_ ? previous_->next_ : list.first_) = next_;
        (next_ ? next_->previous_ : list.last_) = previous_;
    }

    /// Whether another thread may run in this one's stead at once.
    bool yields_to(Thread const& next) const { return next.priority_ >= priority_; }

    /// Gives the rest of the time slice away.
    void donate_to(Thread& next) {
        next.ticks_ += ticks_;
        ticks_ = 0;
    }

    /// Leaves the processor to another thread, in its address space.
    void switch_to(Processor& processor, Thread& next) {
        stack_pointer_ = processor.stack_pointer;
        if (next.page_table_ != page_table_) processor.page_table = next.page_table_;
        processor.stack_pointer = next.stack_pointer_;
        processor.current = next.id_;
    }

private:
    static constexpr Word time_slice = 10;

    Word id_;
    State state_ = State::running;
    Word waiting_for_ = 0;
    Word page_table_;
    Word stack_pointer_;
    Word label_ = 0;
    Word message_[message_words_max] = {};
    Thread* next_ = nullptr;
    Thread* previous_ = nullptr;
    Word ticks_ = time_slice;
    unsigned priority_;
};

} // namespace scenario
