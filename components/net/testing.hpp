// SPDX-License-Identifier: BSD-2-Clause
// Buffers and receivers for tests of what handles messages.
#pragma once

#include <core/message.hpp>
#include <flat/net/receiver.hpp>

#include <deque>
#include <vector>

namespace flat::net::testing {

using Bytes = std::vector<u8>;

/// Buffers in the host's memory, each of its own so that the sanitizers guard its ends; a physical
/// address is the host's.
class TestBuffers : NonCopyable {
public:
    explicit TestBuffers(u32 count) : count_(count) {
        for (u32 i = 0; i < count; ++i) {
            Buffer& buffer = buffers_.emplace_back();
            buffer.bytes = new u8[Buffer::size_bytes];
            buffer.physical = address_of(buffer.bytes);
            pool_.add(buffer);
        }
    }
    ~TestBuffers() {
        for (Buffer& buffer : buffers_)
            delete[] buffer.bytes;
    }

    BufferPool& pool() { return pool_; }
    u32 used() { return count_ - pool_.free_count(); }

    /// A message of these bytes.
    Message message(Bytes const& bytes) {
        Message message(pool_);
        if (message.append({bytes.data(), bytes.size()}).is_error()) __builtin_trap();
        return message;
    }

private:
    std::deque<Buffer> buffers_;
    BufferPool pool_;
    u32 count_;
};

/// All bytes of a message.
inline Bytes bytes_of(Message const& message) {
    Bytes bytes(message.size());
    message.copy_to(0, {bytes.data(), bytes.size()});
    return bytes;
}

/// Bytes that differ from each other, and from those of another seed.
inline Bytes pattern(usize size, u32 seed = 1) {
    Bytes bytes(size);
    for (usize i = 0; i < size; ++i)
        bytes[i] = static_cast<u8>((i + seed) * 167 >> 3);
    return bytes;
}

/// Remembers what has been received.
class TestReceiver : public Receiver {
public:
    void received(Message& frame) override { frames.push_back(bytes_of(frame)); }
    void state_changed(Link::State const& state) override { states.push_back(state); }

    std::vector<Bytes> frames;
    std::vector<Link::State> states;
};

} // namespace flat::net::testing
