// SPDX-License-Identifier: BSD-2-Clause
// A stream of external data in records on a connection.
#include <rpc/xdr/xdr_record.hpp>

#include <core/bytes/big_endian.hpp>
#include <core/memory.hpp>

namespace flat::rpc {

namespace {

constexpr u32 last_fragment = 1u << 31;

} // namespace

Result<void, XdrError> XdrRecord::put_word(u32 word) {
    if (out_.size() - out_next_ < sizeof word) TRY(flush(false));
    store_big_endian(out_.data() + out_next_, word);
    out_next_ += sizeof word;
    return {};
}

Result<u32, XdrError> XdrRecord::get_word() {
    constexpr usize size = sizeof(u32);
    if (fragment_bytes_ >= size && in_end_ - in_next_ >= size) {
        u32 const word = load_big_endian(in_.data() + in_next_);
        in_next_ += size;
        fragment_bytes_ -= size;
        return word;
    }
    u8 bytes[size];
    TRY(get_bytes(bytes));
    return load_big_endian(bytes);
}

Result<void, XdrError> XdrRecord::put_bytes(Span<u8 const> bytes) {
    while (!bytes.is_empty()) {
        if (out_next_ == out_.size()) TRY(flush(false));
        usize const count = min(bytes.size(), out_.size() - out_next_);
        memcpy(out_.data() + out_next_, bytes.data(), count);
        out_next_ += count;
        bytes = bytes.after(count);
    }
    return {};
}

Result<void, XdrError> XdrRecord::get_bytes(Span<u8> bytes) {
    while (!bytes.is_empty()) {
        while (fragment_bytes_ == 0)
            TRY(begin_fragment());
        u32 const count = static_cast<u32>(min(bytes.size(), usize{fragment_bytes_}));
        TRY(take(bytes.data(), count));
        fragment_bytes_ -= count;
        bytes = bytes.after(count);
    }
    return {};
}

usize XdrRecord::position() const {
    if (operation() == Operation::encode) return sent_bytes_ + out_next_ - header_bytes;
    return record_bytes_ - fragment_bytes_;
}

Result<void, XdrError> XdrRecord::set_position(usize) {
    return XdrError{XdrError::no_room};
}

Result<void, XdrError> XdrRecord::end_record() {
    TRY(flush(true));
    sent_bytes_ = 0;
    return {};
}

bool XdrRecord::discard_record() {
    out_next_ = header_bytes;
    return sent_bytes_ == 0;
}

Result<void, XdrError> XdrRecord::skip_record() {
    while (record_bytes_ > 0 && (fragment_bytes_ > 0 || !is_last_)) {
        if (fragment_bytes_ == 0) TRY(begin_fragment());
        while (fragment_bytes_ > 0) {
            u8 unwanted[256];
            u32 const count = min(fragment_bytes_, u32{sizeof unwanted});
            TRY(take(unwanted, count));
            fragment_bytes_ -= count;
        }
    }
    record_bytes_ = 0;
    is_last_ = false;
    return {};
}

/// Sends the fragment, and begins another one.
Result<void, XdrError> XdrRecord::flush(bool is_last) {
    usize const bytes = out_next_ - header_bytes;
    store_big_endian(out_.data(), static_cast<u32>(bytes) | (is_last ? last_fragment : 0));
    out_next_ = header_bytes;
    sent_bytes_ += bytes;
    if (pipe_.write(out_.first(header_bytes + bytes)).is_error()) return broken();
    return {};
}

/// Reads the header of the next fragment. One that is empty must be the last, so that nobody sends
/// headers for ever.
Result<void, XdrError> XdrRecord::begin_fragment() {
    if (is_last_) return XdrError{XdrError::no_room};
    u8 header[header_bytes];
    TRY(take(header, sizeof header));
    u32 const word = load_big_endian(header);
    u32 const bytes = word & ~last_fragment;
    bool const is_last = word & last_fragment;
    if (bytes == 0 && !is_last) return broken();
    if (bytes > record_bytes_max_ - record_bytes_) return broken();
    record_bytes_ += bytes;
    fragment_bytes_ = bytes;
    is_last_ = is_last;
    return {};
}

/// Takes bytes as they come, whatever they are.
Result<void, XdrError> XdrRecord::take(u8* to, usize bytes) {
    while (bytes > 0) {
        if (in_next_ == in_end_) {
            in_next_ = in_end_ = 0;
            auto const received = pipe_.read(in_);
            if (received.is_error()) return broken();
            in_end_ = received.value();
        }
        usize const count = min(bytes, in_end_ - in_next_);
        memcpy(to, in_.data() + in_next_, count);
        in_next_ += count;
        to += count;
        bytes -= count;
    }
    return {};
}

XdrError XdrRecord::broken() {
    is_broken_ = true;
    return XdrError{XdrError::broken};
}

void XdrRecord::restart() {
    out_next_ = header_bytes;
    sent_bytes_ = 0;
    in_next_ = in_end_ = 0;
    record_bytes_ = fragment_bytes_ = 0;
    is_last_ = is_broken_ = false;
}

} // namespace flat::rpc
