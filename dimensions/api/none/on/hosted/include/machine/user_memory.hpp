// SPDX-License-Identifier: BSD-2-Clause
// Copies between the kernel and the program that the calling thread works for.
#pragma once

#include <core/span.hpp>
#include <core/types.hpp>

namespace flat::machine {

/// Copies what the program has at `from`. False if it cannot read all of it; then `to` may have got
/// a part. Never blocks.
[[nodiscard]] bool copy_from_user(Span<u8> to, vaddr from);

/// Copies to the program's `to`. False if it cannot write all of it.
[[nodiscard]] bool copy_to_user(vaddr to, Span<u8 const> from);

} // namespace flat::machine
