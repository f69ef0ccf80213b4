// SPDX-License-Identifier: BSD-2-Clause
// The beginning and the end of a UNIX: runs the first program.
#pragma once

#include <unix/boot/boot.flat.hpp>

namespace flat::unix::boot {

/// Runs what the boot words say, else a shell; the machine ends with its status.
class Boot : public BootComponent {
public:
    using BootComponent::BootComponent;

    void run() override;
};

} // namespace flat::unix::boot
