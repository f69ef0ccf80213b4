// SPDX-License-Identifier: BSD-2-Clause
// File systems of the format ext2.
#include <fs/ext2/ext2.hpp>

namespace flat::fs::ext2 {

Result<FileSystem*, FsError> Ext2::mount(block::Disk& disk, bool is_read_only) {
    Volume::Services const services{*objects, *pages, *contents, *threads,
                                    clock ? &*clock : nullptr};
    return volumes_.mount(*this, services, disk, is_read_only);
}

} // namespace flat::fs::ext2
