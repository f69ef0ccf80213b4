// SPDX-License-Identifier: BSD-2-Clause
// The headers of a frame that has come.
#pragma once

#include <core/net/message.hpp>
#include <router/planp/header.hpp>

namespace flat::router::planp {

/// Where the headers of a frame lie, and how many bytes they have until the end of each.
struct Packet {
    Header innermost = Header::ether;
    u8 const* places[3] = {};
    u32 ends[3] = {};

    /// Looks at a frame; what is not contiguous is copied to `scratch`. False if it is shorter than
    /// Ethernet's header. A header that is damaged, cut off or of another version is none.
    bool read(Message const& frame, u8 (&scratch)[headers_bytes_max]);

private:
    void read_inner(u32 size);
};

} // namespace flat::router::planp
