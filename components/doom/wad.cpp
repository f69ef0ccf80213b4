// SPDX-License-Identifier: BSD-2-Clause
// Files of levels, as far as they must be right before the engine has them.
#include <doom/wad.hpp>

#include <core/memory.hpp>

namespace flat::doom {

namespace {

/// A WAD begins with its kind, the number of its lumps, and where their directory is.
struct Header {
    char kind[4];
    u32 lumps;
    u32 directory;
};

struct Entry {
    u32 offset;
    u32 bytes;
    char name[8];
};
static_assert(sizeof(Header) == 12 && sizeof(Entry) == 16);

template<class T>
T read(Span<u8 const> file, u64 offset) {
    T value;
    memcpy(&value, file.data() + offset, sizeof value);
    return value;
}

} // namespace

Text problem_of_wad(Span<u8 const> file, Text kind) {
    constexpr Text incomplete = "the WAD is incomplete";
    Text const other = kind == Text(wad_kind) ? Text("the file is no WAD with a whole game")
                                              : Text("the file is no WAD with parts of a game");
    if (file.size() == 0) return "there is no WAD";
    if (file.size() < sizeof(Header)) return other;
    auto const header = read<Header>(file, 0);
    if (Text(header.kind, sizeof header.kind) != kind) return other;
    if (header.directory > file.size()) return incomplete;
    if (header.lumps > (file.size() - header.directory) / sizeof(Entry)) return incomplete;
    for (u32 i = 0; i < header.lumps; ++i) {
        auto const entry = read<Entry>(file, header.directory + u64(i) * sizeof(Entry));
        bool const is_inside =
            entry.offset <= file.size() && entry.bytes <= file.size() - entry.offset;
        if (!is_inside) return "the WAD's directory is wrong";
    }
    return {};
}

} // namespace flat::doom
