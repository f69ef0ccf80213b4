// SPDX-License-Identifier: BSD-2-Clause
// Messages that wait, first in, first out.
#pragma once

#include <core/net/message.hpp>

#include <new>

namespace flat {

/// At most `capacity` messages. Callers see to it that one of them at a time is inside.
template<u32 capacity>
class MessageQueue : NonCopyable {
public:
    MessageQueue() = default;
    ~MessageQueue() {
        while (Message* const message = first())
            remove(*message);
    }

    bool is_empty() const { return size_ == 0; }

    /// Takes a message's contents; false, and the message is as it was, if there is no room.
    bool push(Message& message) {
        if (size_ == capacity) return false;
        new (place((begin_ + size_) % capacity)) Message(flat::move(message));
        ++size_;
        return true;
    }

    /// Moves the first message's contents to `message`; false if there is none.
    bool pop(Message& message) {
        Message* const waiting = first();
        if (!waiting) return false;
        message = flat::move(*waiting);
        remove(*waiting);
        return true;
    }

private:
    void* place(u32 index) { return &places_[index * sizeof(Message)]; }
    Message* first() { return size_ == 0 ? nullptr : static_cast<Message*>(place(begin_)); }
    void remove(Message& waiting) {
        waiting.~Message();
        begin_ = (begin_ + 1) % capacity;
        --size_;
    }

    alignas(Message) u8 places_[capacity * sizeof(Message)];
    u32 begin_ = 0;
    u32 size_ = 0;
};

} // namespace flat
