// SPDX-License-Identifier: BSD-2-Clause
// What travels through protocols: bytes in pieces of shared buffers.
#pragma once

#include <core/net/buffer_pool.hpp>
#include <core/result.hpp>
#include <core/span.hpp>
#include <core/utility.hpp>
#include <flat/memory/memory_error.hpp>

namespace flat {

/// A message in the manner of the x-kernel (Hutchinson and Peterson 1991): protocols push headers
/// in front and pop them, split a message into fragments and join it again, and keep a copy until
/// it has been acknowledged, all without moving a byte: messages share buffers.
///
/// A buffer with several users is never written to: a header is then pushed into a buffer of its
/// own. So a copy that waits for being sent again shares only the data with what is on its way.
///
/// A message is an object of one owner, moved and never copied; `share_with` makes another one of
/// the same bytes. Methods that fail for want of buffers leave it as it was. None blocks.
class Message : NonCopyable {
public:
    /// Bytes of one buffer. What they sum up to (RFC 1071) is known of those that were summed up
    /// while they were copied, until the piece changes: 0 says that it is not, and 0 as a sum is
    /// 0xffff, which is as right.
    struct Piece {
        Buffer* buffer;
        u8* begin;
        u32 size;
        u32 sum;

        /// Where devices find the bytes.
        paddr physical() const {
            return buffer->physical + static_cast<paddr>(begin - buffer->bytes);
        }
    };

    using Outcome = Result<void, memory::MemoryError>;

    /// What is left free in front of a new message, for the headers of all protocols.
    static constexpr u32 head_room = 128;

    /// The most contiguous bytes of a message that begin a buffer.
    static constexpr u32 piece_bytes_max = Buffer::size_bytes - head_room;

    /// An empty message, which takes buffers from `pool`.
    explicit Message(BufferPool& pool) : pool_(&pool) {}
    Message(Message&& other) : pool_(other.pool_) { take_all(other); }
    ~Message() { clear(); }

    /// Takes the place of this message's contents; the other one is empty then.
    Message& operator=(Message&& other) {
        if (this == &other) return *this;
        clear();
        take_all(other);
        return *this;
    }

    u32 size() const { return extent_.size; }
    bool is_empty() const { return extent_.size == 0; }
    Span<Piece const> pieces() const { return Span<Piece const>(pieces_, extent_.count); }

    /// What the packet that it came in had left of its lifetime, as its header said: an attribute
    /// of messages, as the x-kernel's have them, which stays when headers are popped. 0 if it came
    /// in none.
    u8 lifetime() const { return static_cast<u8>(extent_.lifetime); }
    void set_lifetime(u8 lifetime) { extent_.lifetime = lifetime; }

    /// Drops all contents, and what is known of them.
    [[gnu::always_inline]] void clear() {
        bool const is_new = __builtin_bit_cast(u64, extent_) == 0 && !table_;
        if (!is_new) drop_all(); // most have been moved away
    }

    /// Puts `bytes` bytes in front, contiguous, which the caller writes: at most `head_room`.
    [[gnu::always_inline]] Result<u8*, memory::MemoryError> push(u32 bytes) {
        if (extent_.count == 0) return push_buffer(bytes);
        Piece& first = pieces_[0];
        bool const has_room = bytes <= static_cast<u32>(first.begin - first.buffer->bytes);
        if (!has_room || BufferPool::is_shared(*first.buffer)) return push_buffer(bytes);
        first.begin -= bytes;
        first.size += bytes;
        first.sum = 0;
        extent_.size += bytes;
        return first.begin;
    }

    /// The first `bytes` bytes, contiguous: where they lie, or copied to `scratch`, which has room
    /// for them. Null if the message is shorter.
    [[gnu::always_inline]] u8 const* peek(u32 bytes, u8* scratch) const {
        if (extent_.count != 0 && bytes <= pieces_[0].size) return pieces_[0].begin;
        return peek_apart(bytes, scratch);
    }

    /// Takes `bytes` bytes off the front, at most all.
    [[gnu::always_inline]] void pop(u32 bytes) {
        if (extent_.count == 0 || bytes >= pieces_[0].size) return pop_pieces(bytes);
        pieces_[0].begin += bytes;
        pieces_[0].size -= bytes;
        pieces_[0].sum = 0;
        extent_.size -= bytes;
    }

    /// Keeps the first `bytes` bytes.
    void trim(u32 bytes);

    /// Copies bytes to the end.
    [[gnu::always_inline]] Outcome append(Span<u8 const> bytes) {
        bool const fits_first = extent_.count == 0 && bytes.size() <= piece_bytes_max;
        return fits_first ? append_first(bytes) : append_apart(bytes);
    }

    /// `bytes` contiguous bytes at the end, which the caller writes: at most what a new buffer has.
    Result<u8*, memory::MemoryError> extend(u32 bytes);

    /// The same, as a piece of its own, whatever room there is after the last one.
    Result<u8*, memory::MemoryError> extend_apart(u32 bytes);

    /// Notes what the last piece, which has been written, sums up to.
    void note_sum(u16 sum) { pieces_[extent_.count - 1].sum = sum != 0 ? sum : 0xffff; }

    /// Moves the other one's contents to the end.
    Outcome join(Message& other);

    /// Moves what follows the first `bytes` bytes to `rest`, which is empty.
    Outcome split(u32 bytes, Message& rest);

    /// Makes `copy`, which is empty, a message of the same bytes in the same buffers.
    Outcome share_with(Message& copy) const {
        copy.set_lifetime(lifetime());
        return share_part(0, extent_.size, copy);
    }

    /// The same of `bytes` bytes from `offset` on, which the message has.
    Outcome share_part(u32 offset, u32 bytes, Message& copy) const;

    /// Copies what there is from `offset` on, as much as fits; tells how much.
    u32 copy_to(u32 offset, Span<u8> destination) const;

    /// Makes a buffer's bytes a message, and takes the buffer over; for drivers. It must be empty.
    void adopt(Buffer& buffer, u8* begin, u32 size);

    /// Forgets the contents without dropping the buffers, which the caller has taken over from
    /// `pieces`; for drivers.
    void release() {
        if (table_) drop_table();
        extent_ = {};
    }

private:
    static constexpr u32 inline_pieces = 4;

    /// What moves with the pieces: one word without a gap, so that it is copied and cleared as one.
    struct alignas(u64) Extent {
        u32 size = 0;
        u16 count = 0;
        u16 lifetime = 0;
    };
    static_assert(sizeof(Extent) == sizeof(u64));

    Outcome add(Piece const& piece);
    Outcome make_room(u32 pieces) {
        if (pieces <= capacity_) [[likely]]
            return {};
        return grow(pieces);
    }
    Outcome grow(u32 pieces);
    bool can_extend_last(u32 bytes) const;
    Outcome add_buffer();
    Outcome append_first(Span<u8 const> bytes);
    Outcome append_apart(Span<u8 const> bytes);
    u32 piece_at(u32& offset) const;
    u8 const* peek_apart(u32 bytes, u8* scratch) const;
    void pop_pieces(u32 bytes);
    Result<u8*, memory::MemoryError> push_buffer(u32 bytes);
    void remove_first();
    void drop_table();
    void drop_all() {
        u32 const count = extent_.count;
        if (count != 0) BufferPool::drop(*pieces_[0].buffer);
        for (u32 i = 1; i < count; ++i)
            BufferPool::drop(*pieces_[i].buffer);
        release();
    }
    void take_table(Message& other);

    /// Takes over what another message has; this one is empty.
    void take_all(Message& other) {
        if (other.table_) return take_table(other);
        extent_ = other.extent_;
        u32 const count = extent_.count;
        if (count != 0) inline_[0] = other.inline_[0];
        for (u32 i = 1; i < count; ++i)
            inline_[i] = other.inline_[i];
        other.extent_ = {};
    }

    BufferPool* pool_;
    Piece* pieces_ = inline_;
    u32 capacity_ = inline_pieces;
    Extent extent_;
    Buffer* table_ = nullptr; // where the pieces are listed if they are many
    Piece inline_[inline_pieces];
};

} // namespace flat
