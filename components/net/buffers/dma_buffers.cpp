// SPDX-License-Identifier: BSD-2-Clause
// Buffers for messages, in memory that devices reach.
#include <net/buffers/dma_buffers.hpp>

#include <core/bits.hpp>
#include <core/panic.hpp>
#include <domain/page.hpp>

#include <new>

namespace flat::net::buffers {

namespace {

/// Blocks of 16 pages: whoever maps them does so a few times only.
constexpr u32 block_order = 4;
constexpr u32 block_buffers = (domain::page_size << block_order) / Buffer::size_bytes;

} // namespace

DmaBuffers::DmaBuffers(Ports const& ports, Attributes const& attributes)
    : DmaBuffersComponent(ports, attributes) {
    u64 const pages = divide_up(count * sizeof(Buffer), domain::page_size);
    auto const place = memory->allocate(log2_ceiling(pages));
    if (place.is_error()) panic("there is no memory for {} buffers", count);
    auto* const descriptions = pointer_to<Buffer>(place.value().address);
    for (u32 done = 0; done < count; done += block_buffers)
        add_block(descriptions + done, min(block_buffers, count - done));
}

/// Adds the buffers of a new block; a last one that is not needed as a whole stays unused in part.
void DmaBuffers::add_block(Buffer* descriptions, u32 buffers) {
    auto const block = memory->allocate(block_order);
    if (block.is_error()) panic("there is no memory for {} buffers", count);
    for (usize i = 0; i < buffers; ++i) {
        auto* const buffer = new (descriptions + i) Buffer;
        buffer->bytes = pointer_to<u8>(block.value().address) + i * Buffer::size_bytes;
        buffer->physical = block.value().physical + i * Buffer::size_bytes;
        pool_.add(*buffer);
    }
}

} // namespace flat::net::buffers
