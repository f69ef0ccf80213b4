// SPDX-License-Identifier: BSD-2-Clause
// What follows the headers of a packet.
#include <router/planp/blob.hpp>

#include <core/memory.hpp>
#include <core/utility.hpp>
#include <router/planp/header.hpp>

namespace flat::router::planp {

namespace {

constexpr u32 sum_step = 256; // bytes that are summed up at a time: an even number

} // namespace

void MadeBytes::copy(Message const& frame, Blob blob, u32 first, Span<u8> to) const {
    if (blob.is_made())
        memcpy(to.data(), place(blob) + first, to.size());
    else
        frame.copy_to(blob.offset() + first, to);
}

Maybe<Blob> MadeBytes::thin(Message const& frame, Blob blob, u64 keep, u64 of, u32 memory) {
    if (of == 0 || blob.bytes() > bytes_max) return nothing;
    u8* const bytes = bytes_[memory];
    copy(frame, blob, 0, {bytes, blob.bytes()});
    u32 kept = 0;
    u64 place_in_group = 0;
    for (u32 i = 0; i < blob.bytes(); ++i) {
        if (place_in_group < keep) bytes[kept++] = bytes[i];
        if (++place_in_group == of) place_in_group = 0;
    }
    return Blob::made(memory, kept);
}

u16 MadeBytes::sum(Message const& frame, Blob blob) const {
    u8 part[sum_step];
    u32 sum = 0;
    for (u32 i = 0; i < blob.bytes(); i += sum_step) {
        u32 const bytes = min(sum_step, blob.bytes() - i);
        copy(frame, blob, i, {part, bytes});
        sum = folded(sum_of(part, bytes, sum));
    }
    return static_cast<u16>(sum);
}

} // namespace flat::router::planp
