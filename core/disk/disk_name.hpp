// SPDX-License-Identifier: BSD-2-Clause
// How the disks of a kernel are called: `disk`, `diskb`, `diskc`; partitions `disk0`, `diskb0`.
#pragma once

#include <core/assert.hpp>
#include <core/format.hpp>
#include <core/panic.hpp>
#include <core/text.hpp>

namespace flat {

/// As many disks as there are letters.
inline constexpr u32 named_disks_max = 26;

using DiskName = TextBuffer<16>;

/// For components that name disks, at their start: an assembly with more of them does not boot.
inline void check_disk_names(usize disks) {
    if (disks > named_disks_max) panic("{} disks, and names for {} only", disks, named_disks_max);
}

/// Writes the name of a whole disk, counted from 0.
inline void put_disk_name(DiskName& to, u32 disk) {
    constexpr Text letters = "abcdefghijklmnopqrstuvwxyz";
    assert(disk < named_disks_max);
    to.put("disk");
    if (disk != 0) to.put(letters.after(disk).first(1));
}

/// Writes the name of a partition of a disk.
inline void put_disk_name(DiskName& to, u32 disk, u32 partition) {
    put_disk_name(to, disk);
    format(to, "{}", partition);
}

} // namespace flat
