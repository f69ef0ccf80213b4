// SPDX-License-Identifier: BSD-2-Clause
// An archive of files in the format newc of cpio (cpio(5)): what Linux takes its first files from.
#pragma once

#include <core/maybe.hpp>
#include <core/span.hpp>
#include <core/text.hpp>

namespace flat {

/// Reads one file of an archive after the other. Nothing is believed of the bytes.
class Archive {
public:
    /// A file: its name, type and permissions as UNIX has them, and its contents, which are where a
    /// symbolic link leads.
    struct Entry {
        Text name;
        u32 mode;
        u64 device;
        Span<u8 const> contents;
    };

    explicit Archive(Span<u8 const> bytes) : bytes_(bytes) {}

    /// The next file; nothing after the last, or where what follows is none.
    Maybe<Entry> next();

private:
    static constexpr u32 header_bytes = 110;
    static constexpr u32 fields = 13;

    Maybe<Span<u8 const>> take(u64 bytes);

    Span<u8 const> bytes_;
    u64 position_ = 0;
};

} // namespace flat
