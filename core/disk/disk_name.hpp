// SPDX-License-Identifier: BSD-2-Clause
// How the disks of a kernel are called: `disk`, `diskb`, `diskc`; partitions `disk0`, `diskb0`.
#pragma once

#include <core/format.hpp>
#include <core/text.hpp>

namespace flat {

/// As many disks as there are letters.
inline constexpr u32 named_disks_max = 26;

using DiskName = TextBuffer<16>;

/// Writes the name of a whole disk, counted from 0.
inline void put_disk_name(DiskName& to, u32 disk) {
    constexpr Text letters = "abcdefghijklmnopqrstuvwxyz";
    to.put("disk");
    if (disk != 0 && disk < named_disks_max) to.put(letters.after(disk).first(1));
}

/// Writes the name of a partition of a disk.
inline void put_disk_name(DiskName& to, u32 disk, u32 partition) {
    put_disk_name(to, disk);
    format(to, "{}", partition);
}

} // namespace flat
