// SPDX-License-Identifier: BSD-2-Clause
// File systems of the format FAT, with 12, 16 or 32 bits.
#include <fs/fat/fat.hpp>

namespace flat::fs::fat {

Result<FileSystem*, FsError> Fat::mount(block::Disk& disk, bool is_read_only) {
    Volume::Services const services{*objects, *pages, *contents, *threads,
                                    clock ? &*clock : nullptr};
    return volumes_.mount(*this, services, disk, is_read_only);
}

} // namespace flat::fs::fat
