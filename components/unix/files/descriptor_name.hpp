// SPDX-License-Identifier: BSD-2-Clause
// Paths that name an open file of whoever opens them.
#pragma once

#include <core/maybe.hpp>
#include <core/text.hpp>
#include <core/utility.hpp>

namespace flat::unix::files {

/// The descriptor that a path names: `/dev/fd/7`, `/proc/self/fd/7`, `/dev/stdin`. Opening it is to
/// have the descriptor once more, as the UNIX of the tenth edition had it; the position is shared.
inline Maybe<u32> named_descriptor(Span<u8 const> path) {
    static constexpr Text standard[] = {"/dev/stdin", "/dev/stdout", "/dev/stderr"};
    static constexpr Text folders[] = {"/dev/fd/", "/proc/self/fd/"};
    constexpr usize digits_max = 4; // there are not so many descriptors
    Text const text = Text::from_bytes(path);
    for (u32 i = 0; i < 3; ++i)
        if (text == standard[i]) return i;
    for (Text const folder : folders) {
        if (!text.starts_with(folder)) continue;
        Span<u8 const> const digits = path.after(folder.size());
        u32 number = 0;
        for (u8 const each : digits) {
            if (each < '0' || each > '9') return nothing;
            number = 10 * number + (each - '0');
        }
        if (!digits.is_empty() && digits.size() <= digits_max) return number;
    }
    return nothing;
}

} // namespace flat::unix::files
