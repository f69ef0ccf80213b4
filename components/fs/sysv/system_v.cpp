// SPDX-License-Identifier: BSD-2-Clause
// File systems of System V.
#include <fs/sysv/system_v.hpp>

namespace flat::fs::sysv {

Result<FileSystem*, FsError> SystemV::mount(block::Disk& disk, bool is_read_only) {
    Volume::Services const services{*objects, *pages, *contents, *threads,
                                    clock ? &*clock : nullptr};
    return volumes_.mount(*this, services, disk, is_read_only);
}

} // namespace flat::fs::sysv
