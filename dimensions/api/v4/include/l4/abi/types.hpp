// SPDX-License-Identifier: BSD-2-Clause
// The integer types of the published interface, taken from the framework core.
#pragma once

#include <core/types.hpp>

namespace l4 {

using flat::i64;
using flat::u16;
using flat::u32;
using flat::u64;
using flat::u8;
using flat::usize;

/// The machine word of the interface: every register and every field of it is one of these.
using Word = u64;

} // namespace l4
