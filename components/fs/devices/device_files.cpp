// SPDX-License-Identifier: BSD-2-Clause
// The devices of a kernel as files.
#include <fs/devices/device_files.hpp>

namespace flat::fs::devices {

DeviceFiles::DeviceFiles(Ports const& ports, Attributes const& attributes)
    : DeviceFilesComponent(ports, attributes),
      volume_({*objects, *pages, *contents, *threads, clock ? &*clock : nullptr},
              {disks, *console}) {}

} // namespace flat::fs::devices
