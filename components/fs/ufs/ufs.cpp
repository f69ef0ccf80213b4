// SPDX-License-Identifier: BSD-2-Clause
// File systems of the format FFS.
#include <fs/ufs/ufs.hpp>

namespace flat::fs::ufs {

Result<FileSystem*, FsError> Ufs::mount(block::Disk& disk, bool is_read_only) {
    Volume::Services const services{*objects, *pages, *contents, *threads,
                                    clock ? &*clock : nullptr};
    return volumes_.mount(*this, services, disk, is_read_only);
}

} // namespace flat::fs::ufs
