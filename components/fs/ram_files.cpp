// SPDX-License-Identifier: BSD-2-Clause
// A file system in memory, which ends with the kernel.
#include <fs/ram_files.hpp>

namespace flat::fs {

RamFiles::RamFiles(Ports const& ports, Attributes const& attributes)
    : RamFilesComponent(ports, attributes),
      volume_({*objects, *pages, *contents, *threads, clock ? &*clock : nullptr}) {}

} // namespace flat::fs
