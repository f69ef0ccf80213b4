// SPDX-License-Identifier: BSD-2-Clause
// A thread of a virtual base and two parts, as a kernel has it: no standard library.
#pragma once

namespace kernel {

using Word = unsigned long;

enum class State { running, sending, waiting };

class ThreadBase {
public:
    virtual Word id() const = 0;
    virtual State state() const = 0;
    virtual void set_state(State state) = 0;
    virtual unsigned priority() const = 0;
    virtual Word message_word(unsigned index) const = 0;
    virtual void set_message_word(unsigned index, Word value) = 0;

    bool waits() const { return state() == State::waiting; }
};

class MessagePart : public virtual ThreadBase {
public:
    explicit MessagePart(Word id) : id_(id) {}
    Word id() const override { return id_; }
    State state() const override { return state_; }
    void set_state(State state) override { state_ = state; }
    Word message_word(unsigned index) const override { return words_[index]; }
    void set_message_word(unsigned index, Word value) override { words_[index] = value; }

protected:
    Word id_;
    State state_ = State::running;
    Word words_[8] = {};
};

class SchedulingPart : public virtual ThreadBase {
public:
    explicit SchedulingPart(unsigned priority) : priority_(priority) {}
    unsigned priority() const override { return priority_; }
    bool yields() const { return waits() || ticks_ == 0; }
    void add_ticks(Word ticks) { ticks_ += ticks; }

protected:
    unsigned priority_;
    Word ticks_ = 10;
};

class Thread final : public MessagePart, public SchedulingPart {
public:
    Thread(Word id, unsigned priority) : MessagePart(id), SchedulingPart(priority) {}
};

} // namespace kernel
