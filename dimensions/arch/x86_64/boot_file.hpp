// SPDX-License-Identifier: BSD-2-Clause
// The file that the boot loader has put into memory beside the kernel.
#pragma once

#include <arch/boot_file.flat.hpp>

namespace flat::arch {

/// The first module of a PVH loader; in QEMU that of `-initrd`.
class BootFile : public BootFileComponent {
public:
    using BootFileComponent::BootFileComponent;

    Contents contents() override;
};

} // namespace flat::arch
