// SPDX-License-Identifier: BSD-2-Clause
// A message queue: what waits in it, who uses it, and who is told of the next message.
#pragma once

#include <core/containers/list.hpp>
#include <core/containers/ordered_tree.hpp>
#include <core/memory.hpp>
#include <core/span.hpp>
#include <core/utility.hpp>
#include <flat/memory/objects.hpp>
#include <unix/credentials.hpp>

#include <new>

namespace flat::unix {
class Descriptors;
}

namespace flat::unix::queues {

/// A message; its bytes follow it in memory.
class Message final : NonCopyable {
public:
    /// Room for so many bytes; null without memory for them.
    static Message* make(memory::Objects& records, u64 bytes, u32 priority) {
        auto const place = records.allocate(sizeof(Message) + bytes);
        if (place.is_error()) return nullptr;
        return new (pointer_to<void>(place.value())) Message(bytes, priority);
    }
    void free(memory::Objects& records) { records.free(address_of(this), sizeof(Message) + size_); }

    Span<u8> bytes() { return Span<u8>(reinterpret_cast<u8*>(this + 1), size_); }

    u32 const priority;
    u64 number = 0; ///< how many its queue had got before
    TreeLink<Message> in_queue;

    /// Messages of higher priorities (below 2^16) are first, then those that came first.
    u64 order() const { return u64{0xffff - priority} << 48 | number; }

private:
    Message(u64 size, u32 urgency) : priority(urgency), size_(size) {}

    u64 const size_;
};

/// Whom a queue tells, once, of a message that finds it empty, and nobody who waits for it.
struct QueueNotice {
    Descriptors const* owner = nullptr; ///< of the process that wants it; null if none does
    u32 process = 0;
    u32 signal = 0; ///< 0: it has asked for no signal, and keeps others from asking
    u64 value = 0;
};

/// Has a name until that is removed, and exists until then and as long as it is open. Interrupts
/// are disabled where threads share it.
class MessageQueue final : NonCopyable {
public:
    static constexpr u32 name_max = 255;

    /// How much it may hold.
    struct Size {
        u32 messages;
        u32 message_bytes;

        u64 bytes() const { return u64{messages} * (sizeof(Message) + message_bytes); }
    };

    /// `name` is not longer than `name_max`.
    MessageQueue(Span<u8 const> name, Size const& holds, fs::Node::Attributes const& rights)
        : size(holds), attributes(rights), name_bytes_(static_cast<u32>(name.size())) {
        for (u32 i = 0; i < name_bytes_; ++i)
            name_[i] = name[i];
    }

    bool is_named(Span<u8 const> name) const {
        return has_name && name.size() == name_bytes_ &&
               memcmp(name_, name.begin(), name_bytes_) == 0;
    }

    u32 count() const { return count_; }
    bool is_empty() const { return count_ == 0; }
    bool is_full() const { return count_ == size.messages; }

    /// Adds a message, unless it is full.
    bool add(Message& message) {
        if (is_full()) return false;
        message.number = added_++;
        messages_.insert(message);
        ++count_;
        return true;
    }

    /// Takes the oldest message of the highest priority; null if there is none.
    Message* take() {
        Message* const message = messages_.first();
        if (!message) return nullptr;
        messages_.remove(*message);
        --count_;
        return message;
    }

    /// What is to be told now that a message was added to it: who waits takes one each.
    QueueNotice take_notice() {
        bool const is_due = count_ == receivers + 1;
        return is_due ? exchange(notice, {}) : QueueNotice{};
    }

    Size const size;
    fs::Node::Attributes const attributes; ///< owner, group and mode
    ListLink<MessageQueue> in_all;
    bool has_name = true;
    u32 opens = 0;     ///< open files of it
    u32 receivers = 0; ///< threads that wait for a message
    QueueNotice notice;

private:
    OrderedTree<Message, &Message::in_queue, &Message::order> messages_;
    u32 count_ = 0;
    u64 added_ = 0; // below 2^48, for some thousand years
    u8 name_[name_max];
    u32 const name_bytes_;
};

} // namespace flat::unix::queues
