// SPDX-License-Identifier: BSD-2-Clause
// The memory of decoded values.
#pragma once

#include <rpc/xdr/xdr_stream.hpp>

namespace flat::rpc {

/// Memory for what is being decoded, zeroed, so that freeing finds no addresses that never were.
Result<void*, XdrError> xdr_allocate(XdrStream& stream, usize bytes);

/// Gives it back; nothing happens to null, nor without an allocator.
void xdr_give_back(XdrStream& stream, void* memory);

} // namespace flat::rpc
