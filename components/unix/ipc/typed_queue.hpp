// SPDX-License-Identifier: BSD-2-Clause
// A queue of messages, which are received by their types.
#pragma once

#include <core/containers/list.hpp>
#include <core/span.hpp>
#include <flat/memory/objects.hpp>
#include <unix/ipc/ipc_object.hpp>

#include <new>

namespace flat::unix::ipc {

/// A message, with its bytes after it.
class TypedMessage final : NonCopyable {
public:
    /// Null without memory.
    static TypedMessage* make(memory::Objects& records, i64 type, u64 bytes) {
        auto const place = records.allocate(sizeof(TypedMessage) + bytes);
        return place.is_ok() ? new (pointer_to<void>(place.value())) TypedMessage(type, bytes)
                             : nullptr;
    }

    void free(memory::Objects& records) {
        u64 const size = sizeof(TypedMessage) + bytes_;
        this->TypedMessage::~TypedMessage();
        records.free(address_of(this), size);
    }

    Span<u8> bytes() { return Span<u8>(reinterpret_cast<u8*>(this + 1), bytes_); }
    u64 size() const { return bytes_; }

    ListLink<TypedMessage> link;
    i64 const type;

private:
    TypedMessage(i64 of, u64 bytes) : type(of), bytes_(bytes) {}
    ~TypedMessage() = default;

    u64 bytes_;
};

/// Which message somebody wants (msgrcv(2)).
struct TypeWanted {
    i64 type;       ///< 0 for any; below 0, the least of those up to its amount
    bool is_others; ///< MSG_EXCEPT: one of another type than that
};

/// Callers disable interrupts.
struct TypedQueue : IpcObject {
    static constexpr u64 bytes_usual = 16384; ///< MSGMNB

    bool has_room(u64 size) const { return bytes + size <= bytes_max && count < bytes_max; }

    void add(TypedMessage& message) {
        messages.push_back(message);
        bytes += message.size();
        ++count;
    }

    /// The first message that is wanted; null if there is none.
    TypedMessage* find(TypeWanted const& wanted) {
        TypedMessage* least = nullptr;
        for (TypedMessage& each : messages) {
            if (wanted.type == 0) return &each;
            bool const is_its = each.type == wanted.type;
            if (wanted.type > 0 && is_its != wanted.is_others) return &each;
            bool const is_low = wanted.type < 0 && each.type <= -wanted.type;
            if (is_low && (!least || each.type < least->type)) least = &each;
        }
        return least;
    }

    void take(TypedMessage& message) {
        messages.remove(message);
        bytes -= message.size();
        --count;
    }

    IntrusiveList<TypedMessage, &TypedMessage::link> messages;
    u64 bytes = 0;
    u64 count = 0;
    u64 bytes_max = bytes_usual;
    i64 sent_s = 0;
    i64 received_s = 0;
    u32 sender = 0;
    u32 receiver = 0;
};

} // namespace flat::unix::ipc
