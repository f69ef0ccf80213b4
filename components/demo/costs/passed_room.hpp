// SPDX-License-Identifier: BSD-2-Clause
// Buffers of several sizes that are passed to see what that costs.
#pragma once

#include <core/format.hpp>
#include <core/span.hpp>
#include <core/text.hpp>
#include <core/types.hpp>
#include <demo/costs/call_cost.hpp>
#include <flat/demo/ledger.hpp>
#include <flat/log/log.hpp>

namespace flat::demo::costs {

/// Has a ledger note a buffer that begins `offset` bytes after the first page of a room, and says
/// what that costs.
inline void show_note_cost(log::Log& log, Text kind, Ledger& ledger, Span<u8 const> room,
                           usize bytes, usize offset = 0) {
    Span<u8 const> const text = room.after(offset).first(bytes);
    TextBuffer<48> name;
    format(name, "{}, {} KiB in{}", kind, bytes / 1024, offset == 0 ? "" : ", no page");
    show_call_cost(log, name.text(), [&] { return u64{ledger.note(text).value()}; });
}

} // namespace flat::demo::costs
