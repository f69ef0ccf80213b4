// SPDX-License-Identifier: BSD-2-Clause
// Buffers for messages, in memory that devices reach.
#pragma once

#include <core/net/buffer_pool.hpp>
#include <core/utility.hpp>
#include <net/buffers/dma_buffers.flat.hpp>

namespace flat::net::buffers {

/// Takes the memory for all buffers at the start; panics if there is not so much.
class DmaBuffers : public DmaBuffersComponent, NonCopyable {
public:
    DmaBuffers(Ports const& ports, Attributes const& attributes);

    BufferPool& pool() override { return pool_; }

private:
    void add_block(Buffer* descriptions, u32 buffers);

    BufferPool pool_;
};

} // namespace flat::net::buffers
