// SPDX-License-Identifier: BSD-2-Clause
// Buffers for messages, in memory of their own that no device reaches.
#include <net/buffers/plain_buffers.hpp>

namespace flat::net::buffers {

PlainBuffers::PlainBuffers(Ports const& ports, Attributes const& attributes)
    : PlainBuffersComponent(ports, attributes) {
    for (u32 i = 0; i < count; ++i) {
        buffers_[i].bytes = bytes_[i];
        pool_.add(buffers_[i]);
    }
}

} // namespace flat::net::buffers
