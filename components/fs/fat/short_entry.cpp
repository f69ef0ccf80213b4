// SPDX-License-Identifier: BSD-2-Clause
// The slot of a directory of FAT that has all of a node but its long name.
#include <fs/fat/short_entry.hpp>

#include <core/bytes/little_endian.hpp>
#include <core/memory.hpp>

namespace flat::fs::fat {

u8 ShortName::checksum() const {
    u8 sum = 0;
    for (u8 const each : text)
        sum = static_cast<u8>((sum << 7 | sum >> 1) + each);
    return sum;
}

ShortEntry ShortEntry::read(Span<u8 const> slot) {
    auto const half = [&](u32 at) { return load_little_endian_u16(&slot[at]); };
    ShortEntry entry{.name = {},
                     .attributes = slot[attributes_offset],
                     .lower_case = slot[12],
                     .created_fine = slot[13],
                     .created = {half(16), half(14)},
                     .accessed = {half(18), 0},
                     .modified = {half(24), half(22)},
                     .cluster = u32{half(20)} << 16 | half(26),
                     .size_bytes = load_little_endian_u32(&slot[28])};
    memcpy(entry.name.text, slot.data(), ShortName::bytes);
    return entry;
}

void ShortEntry::store(Span<u8> slot) const {
    memcpy(slot.data(), name.text, ShortName::bytes);
    slot[attributes_offset] = attributes;
    slot[12] = lower_case;
    slot[13] = created_fine;
    auto const put = [&](u32 at, u32 value) {
        store_little_endian_u16(&slot[at], static_cast<u16>(value));
    };
    put(14, created.time);
    put(16, created.date);
    put(18, accessed.date);
    put(20, cluster >> 16);
    put(22, modified.time);
    put(24, modified.date);
    put(26, cluster & 0xffff);
    store_little_endian_u32(&slot[28], size_bytes);
}

} // namespace flat::fs::fat
