// SPDX-License-Identifier: BSD-2-Clause
// Times as discs have them.
#pragma once

#include <core/span.hpp>

namespace flat::fs::iso {

/// Nanoseconds since 1970 of a time in seven bytes: the year since 1900, month, day, hour, minute,
/// second, and by how many quarters of an hour that is ahead of universal time (ECMA-119, section
/// 9.1.5). What is no date gives some number, as does a year that nanoseconds do
/// not reach.
i64 short_time_ns(Span<u8 const> time);

/// The same of a time in seventeen bytes: sixteen digits, for the year and so on to hundredths of
/// a second, and the quarters (section 8.4.26.1).
i64 long_time_ns(Span<u8 const> time);

} // namespace flat::fs::iso
