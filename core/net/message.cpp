// SPDX-License-Identifier: BSD-2-Clause
// What travels through protocols: bytes in pieces of shared buffers.
#include <core/net/message.hpp>

#include <core/memory.hpp>

namespace flat {

using memory::MemoryError;

namespace {

constexpr MemoryError no_buffer{MemoryError::Code::out_of_memory};

u8* end_of(Message::Piece const& piece) {
    return piece.begin + piece.size;
}

u32 room_before(Message::Piece const& piece) {
    return static_cast<u32>(piece.begin - piece.buffer->bytes);
}

u32 room_after(Message::Piece const& piece) {
    return Buffer::size_bytes - room_before(piece) - piece.size;
}

} // namespace

void Message::take_table(Message& other) {
    pieces_ = other.pieces_;
    capacity_ = other.capacity_;
    extent_ = flat::exchange(other.extent_, Extent{});
    table_ = flat::exchange(other.table_, nullptr);
    other.pieces_ = other.inline_;
    other.capacity_ = inline_pieces;
}

void Message::drop_table() {
    BufferPool::drop(*flat::exchange(table_, nullptr));
    pieces_ = inline_;
    capacity_ = inline_pieces;
}

/// Puts `bytes` bytes of a new buffer in front.
Result<u8*, MemoryError> Message::push_buffer(u32 bytes) {
    if (bytes > head_room) return MemoryError{MemoryError::Code::invalid};
    TRY(make_room(extent_.count + 1));
    Buffer* const buffer = pool_->take();
    if (!buffer) return no_buffer;
    for (u32 i = extent_.count; i > 0; --i)
        pieces_[i] = pieces_[i - 1];
    pieces_[0] = {buffer, buffer->bytes + head_room - bytes, bytes, 0};
    ++extent_.count;
    extent_.size += bytes;
    return pieces_[0].begin;
}

/// What lies in several pieces, or nowhere.
u8 const* Message::peek_apart(u32 bytes, u8* scratch) const {
    if (bytes > extent_.size) return nullptr;
    copy_to(0, Span(scratch, bytes));
    return scratch;
}

/// Takes more off than a part of the first piece.
void Message::pop_pieces(u32 bytes) {
    while (bytes > 0 && extent_.count > 0) {
        Piece& first = pieces_[0];
        u32 const taken = min(bytes, first.size);
        first.begin += taken;
        first.size -= taken;
        first.sum = 0;
        extent_.size -= taken;
        bytes -= taken;
        if (first.size == 0) remove_first();
    }
}

void Message::remove_first() {
    BufferPool::drop(*pieces_[0].buffer);
    --extent_.count;
    if (table_) { // of many pieces the others stay where they are
        ++pieces_;
        --capacity_;
        return;
    }
    for (u32 i = 0; i < extent_.count; ++i)
        pieces_[i] = pieces_[i + 1];
}

void Message::trim(u32 bytes) {
    while (extent_.size > bytes) {
        Piece& last = pieces_[extent_.count - 1];
        u32 const excess = min(extent_.size - bytes, last.size);
        last.size -= excess;
        last.sum = 0;
        extent_.size -= excess;
        if (last.size > 0) continue;
        BufferPool::drop(*last.buffer);
        --extent_.count;
    }
}

/// Copies more than one buffer has room for, or after what there is.
Message::Outcome Message::append_apart(Span<u8 const> bytes) {
    u32 const size_before = extent_.size;
    for (usize done = 0; done < bytes.size();) {
        if (!can_extend_last(1)) {
            Outcome const added = add_buffer();
            if (added.is_error()) {
                trim(size_before);
                return added;
            }
        }
        Piece& last = pieces_[extent_.count - 1];
        auto const part = static_cast<u32>(min<usize>(bytes.size() - done, room_after(last)));
        memcpy(end_of(last), bytes.data() + done, part);
        last.size += part;
        last.sum = 0;
        extent_.size += part;
        done += part;
    }
    return {};
}

/// Copies what a buffer has room for to an empty message: most datagrams are no longer.
Message::Outcome Message::append_first(Span<u8 const> bytes) {
    if (bytes.is_empty()) return {};
    TRY(add_buffer());
    Piece& first = pieces_[0];
    memcpy(first.begin, bytes.data(), bytes.size());
    first.size = extent_.size = static_cast<u32>(bytes.size());
    return {};
}

Result<u8*, MemoryError> Message::extend(u32 bytes) {
    if (bytes > piece_bytes_max) return MemoryError{MemoryError::Code::invalid};
    if (!can_extend_last(bytes)) TRY(add_buffer());
    Piece& last = pieces_[extent_.count - 1];
    u8* const place = end_of(last);
    last.size += bytes;
    last.sum = 0;
    extent_.size += bytes;
    return place;
}

Result<u8*, MemoryError> Message::extend_apart(u32 bytes) {
    if (bytes > piece_bytes_max) return MemoryError{MemoryError::Code::invalid};
    TRY(add_buffer());
    Piece& added = pieces_[extent_.count - 1];
    added.size = bytes;
    extent_.size += bytes;
    return added.begin;
}

/// Whether so many bytes fit after the last piece, in a buffer that is this message's alone.
bool Message::can_extend_last(u32 bytes) const {
    if (extent_.count == 0) return false;
    Piece const& last = pieces_[extent_.count - 1];
    return bytes <= room_after(last) && !BufferPool::is_shared(*last.buffer);
}

/// Puts a new buffer at the end, with nothing in it.
Message::Outcome Message::add_buffer() {
    TRY(make_room(extent_.count + 1));
    Buffer* const buffer = pool_->take();
    if (!buffer) return no_buffer;
    pieces_[extent_.count++] = {buffer, buffer->bytes + head_room, 0, 0};
    return {};
}

Message::Outcome Message::join(Message& other) {
    TRY(make_room(extent_.count + other.extent_.count));
    for (Piece const& piece : other.pieces())
        pieces_[extent_.count++] = piece;
    extent_.size += other.extent_.size;
    other.release();
    return {};
}

Message::Outcome Message::split(u32 bytes, Message& rest) {
    if (bytes >= extent_.size) return {};
    TRY(share_part(bytes, extent_.size - bytes, rest));
    trim(bytes);
    return {};
}

Message::Outcome Message::share_part(u32 offset, u32 bytes, Message& copy) const {
    for (u32 i = piece_at(offset); bytes > 0 && i < extent_.count; ++i) {
        Piece const& piece = pieces_[i];
        u32 const size = min(piece.size - offset, bytes);
        bool const is_whole = size == piece.size;
        Outcome const added =
            copy.add(is_whole ? piece : Piece{piece.buffer, piece.begin + offset, size, 0});
        if (added.is_error()) {
            copy.clear();
            return added;
        }
        BufferPool::share(*piece.buffer);
        bytes -= size;
        offset = 0;
    }
    return {};
}

/// In which piece the byte at `offset` is, and where there. Found from the nearer end: of a stream
/// that waits, what is sent next is among the last.
u32 Message::piece_at(u32& offset) const {
    u32 index = 0;
    if (offset < extent_.size / 2) {
        for (; offset >= pieces_[index].size; ++index)
            offset -= pieces_[index].size;
        return index;
    }
    if (offset >= extent_.size) return extent_.count;
    u32 from_end = extent_.size - offset;
    for (index = extent_.count - 1; from_end > pieces_[index].size; --index)
        from_end -= pieces_[index].size;
    offset = pieces_[index].size - from_end;
    return index;
}

u32 Message::copy_to(u32 offset, Span<u8> destination) const {
    if (extent_.count == 1 && offset <= extent_.size) {
        usize const bytes = min<usize>(extent_.size - offset, destination.size());
        memcpy(destination.data(), pieces_[0].begin + offset, bytes);
        return static_cast<u32>(bytes);
    }
    usize done = 0;
    for (Piece const& piece : pieces()) {
        if (offset >= piece.size) {
            offset -= piece.size;
            continue;
        }
        usize const part = min<usize>(piece.size - offset, destination.size() - done);
        memcpy(destination.data() + done, piece.begin + offset, part);
        done += part;
        offset = 0;
    }
    return static_cast<u32>(done);
}

void Message::adopt(Buffer& buffer, u8* begin, u32 size) {
    assert(extent_.count == 0);
    pieces_[0] = {&buffer, begin, size, 0};
    extent_.count = 1;
    extent_.size = size;
}

Message::Outcome Message::add(Piece const& piece) {
    TRY(make_room(extent_.count + 1));
    pieces_[extent_.count++] = piece;
    extent_.size += piece.size;
    return {};
}

/// Makes the list of pieces long enough, by room that was left at its front if there is any: a
/// buffer of its own has room for that of a longest datagram in fragments.
Message::Outcome Message::grow(u32 pieces) {
    constexpr u32 most = Buffer::size_bytes / sizeof(Piece);
    if (pieces > most) return MemoryError{MemoryError::Code::invalid};
    Buffer* const table = table_ ? table_ : pool_->take();
    if (!table) return no_buffer;
    auto* const place = reinterpret_cast<Piece*>(table->bytes);
    memmove(place, pieces_, extent_.count * sizeof(Piece));
    pieces_ = place;
    capacity_ = most;
    table_ = table;
    return {};
}

} // namespace flat
