// SPDX-License-Identifier: BSD-2-Clause
// Messages that wait to be received, each with what belongs to it.
#pragma once

#include <core/containers/byte_ring.hpp>
#include <unix/message_sender.hpp>
#include <unix/passed_files.hpp>
#include <unix/sockets/local_name.hpp>

namespace flat::unix::sockets {

/// Over memory of its owner's, who sees to it that calls do not meet. Of a stream each piece is a
/// message, so that what is passed with it comes with its first byte.
class MessageRing : NonCopyable {
public:
    explicit MessageRing(Span<u8> room) : room_bytes_(room.size()), ring_(room) {}

    /// How many bytes wait, of all messages.
    u64 size() const { return size_; }
    bool is_empty() const { return !is_begun_ && ring_.size() == 0; }

    /// How long a message with this name may be now, and how long it may ever be.
    u64 free(LocalName const& from) const { return room_after(from, ring_.free()); }
    u64 bytes_max(LocalName const& from) const { return room_after(from, room_bytes_); }

    /// Whether there is room for a message now: for one without bytes, too, that is not always so.
    bool has_room(u64 bytes, LocalName const& from) const {
        return sizeof(Header) + from.bytes().size() + bytes <= ring_.free();
    }

    /// Adds a message, for which there is room, and takes over what is passed with it.
    void give(Span<u8 const> bytes, LocalName const& from, PassedFiles* files,
              MessageSender const& sender = {}) {
        Header const header{static_cast<u32>(bytes.size()), static_cast<u32>(from.bytes().size()),
                            files ? 1u : 0u, sender};
        if (files) passed_.push_back(*files);
        ring_.give(bytes_of(Span<Header const>(&header, 1)));
        ring_.give(from.bytes());
        ring_.give(bytes);
        size_ += bytes.size();
    }

    /// Whether there is a message, which is the first one from now on.
    bool begin() {
        if (is_begun_) return true;
        if (ring_.size() == 0) return false;
        ring_.take(writable_bytes_of(Span<Header>(&first_, 1)));
        u8 name[LocalName::bytes_max + 1];
        ring_.take(Span<u8>(name).first(first_.name_bytes));
        (void)from_.read(Span<u8 const>(name).first(first_.name_bytes)); // one once
        is_begun_ = true;
        return true;
    }

    /// What is left of the first message, from whom it is, and what is passed with it.
    MessageSender const& sender() const { return first_.sender; }
    u64 left() const { return first_.bytes; }
    LocalName const& from() const { return from_; }
    PassedFiles* take_files() {
        return exchange(first_.has_files, 0u) != 0 ? passed_.pop_front() : nullptr;
    }

    /// What is passed with the first message, which keeps it; null if that is nothing.
    PassedFiles const* files() { return first_.has_files != 0 ? passed_.first() : nullptr; }

    using Passed = IntrusiveList<PassedFiles, &PassedFiles::link>;

    /// What is passed with all messages, in their order. Whoever takes some away for good takes
    /// all.
    Passed& passed() { return passed_; }

    /// Takes bytes of the first message; returns how many.
    u64 take(Span<u8> bytes) {
        u64 const count = ring_.take(bytes.first(min<u64>(bytes.size(), first_.bytes)));
        first_.bytes -= static_cast<u32>(count);
        size_ -= count;
        return count;
    }

    /// Copies bytes of the first message, which stay; returns how many.
    u64 look(Span<u8> bytes) const {
        return ring_.look(0, bytes.first(min<u64>(bytes.size(), first_.bytes)));
    }

    /// The same of messages that follow the first one, as pieces of a stream: up to the end of one
    /// with which files are passed, and, if that matters, of one sender. The first one has begun.
    u64 look_at_pieces(Span<u8> bytes, bool of_one_sender) const {
        u64 done = look(bytes);
        bool has_files = first_.has_files != 0;
        for (u64 at = first_.bytes; !has_files && done < bytes.size() && at < ring_.size();) {
            Header header;
            at += ring_.look(at, writable_bytes_of(Span<Header>(&header, 1)));
            if (of_one_sender && !(header.sender == first_.sender)) break;
            at += header.name_bytes;
            Span<u8> const room = bytes.after(done);
            done += ring_.look(at, room.first(min<u64>(room.size(), header.bytes)));
            at += header.bytes;
            has_files = header.has_files != 0;
        }
        return done;
    }

    /// Drops what is left of the first message, whose files have been taken.
    void end() {
        u8 rest[64];
        while (first_.bytes != 0)
            (void)take(rest);
        is_begun_ = false;
    }

private:
    struct Header {
        u32 bytes;
        u32 name_bytes;
        u32 has_files;
        MessageSender sender;
    };

    static u64 room_after(LocalName const& from, u64 bytes) {
        u64 const before = sizeof(Header) + from.bytes().size();
        return bytes > before ? bytes - before : 0;
    }

    u64 room_bytes_;
    ByteRing ring_;
    Passed passed_;
    u64 size_ = 0;
    bool is_begun_ = false;
    Header first_ = {};
    LocalName from_;
};

} // namespace flat::unix::sockets
