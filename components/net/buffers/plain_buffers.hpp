// SPDX-License-Identifier: BSD-2-Clause
// Buffers for messages, in memory of their own that no device reaches.
#pragma once

#include <core/net/buffer_pool.hpp>
#include <core/utility.hpp>
#include <net/buffers/plain_buffers.flat.hpp>

namespace flat::net::buffers {

/// For domains whose messages go to other domains only: the memory is part of their image.
class PlainBuffers : public PlainBuffersComponent, NonCopyable {
public:
    static constexpr u32 count = 64;

    PlainBuffers(Ports const& ports, Attributes const& attributes);

    BufferPool& pool() override { return pool_; }

private:
    BufferPool pool_;
    Buffer buffers_[count];
    u8 bytes_[count][Buffer::size_bytes];
};

} // namespace flat::net::buffers
