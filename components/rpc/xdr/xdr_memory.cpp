// SPDX-License-Identifier: BSD-2-Clause
// A stream of external data in a buffer.
#include <rpc/xdr/xdr_memory.hpp>

#include <core/bytes/big_endian.hpp>
#include <core/memory.hpp>

namespace flat::rpc {

Result<void, XdrError> XdrMemory::put_word(u32 word) {
    if (handy_ < sizeof word) return XdrError{XdrError::no_room};
    handy_ -= sizeof word;
    store_big_endian(next_, word);
    next_ += sizeof word;
    return {};
}

Result<u32, XdrError> XdrMemory::get_word() {
    if (handy_ < sizeof(u32)) return XdrError{XdrError::no_room};
    handy_ -= sizeof(u32);
    u32 const word = load_big_endian(next_);
    next_ += sizeof(u32);
    return word;
}

Result<void, XdrError> XdrMemory::put_bytes(Span<u8 const> bytes) {
    if (handy_ < bytes.size()) return XdrError{XdrError::no_room};
    handy_ -= bytes.size();
    if (!bytes.is_empty()) memcpy(next_, bytes.data(), bytes.size());
    next_ += bytes.size();
    return {};
}

Result<void, XdrError> XdrMemory::get_bytes(Span<u8> bytes) {
    if (handy_ < bytes.size()) return XdrError{XdrError::no_room};
    handy_ -= bytes.size();
    if (!bytes.is_empty()) memcpy(bytes.data(), next_, bytes.size());
    next_ += bytes.size();
    return {};
}

Result<void, XdrError> XdrMemory::set_position(usize position) {
    if (position > buffer_.size()) return XdrError{XdrError::no_room};
    next_ = buffer_.data() + position;
    handy_ = buffer_.size() - position;
    return {};
}

void XdrMemory::restart(Span<u8> buffer, Operation operation) {
    buffer_ = buffer;
    next_ = buffer.data();
    handy_ = buffer.size();
    set_operation(operation);
}

} // namespace flat::rpc
