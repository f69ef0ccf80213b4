// SPDX-License-Identifier: BSD-2-Clause
// Processes and the system as files.
#include <fs/proc/proc_files.hpp>

namespace flat::fs::proc {

ProcFiles::ProcFiles(Ports const& ports, Attributes const& attributes)
    : ProcFilesComponent(ports, attributes),
      volume_({*objects, *pages, *frames, *threads, clock ? &*clock : nullptr}, *this) {}

} // namespace flat::fs::proc
