// SPDX-License-Identifier: BSD-2-Clause
// The file that the boot loader has put into memory beside the kernel.
#include <arch/boot_file.hpp>

#include <machine/physical.hpp>
#include <x86_64/boot_information.hpp>

namespace flat::arch {

boot::BootFile::Contents BootFile::contents() {
    BootInformation const& information = boot_information();
    if (information.module_bytes == 0) return {};
    return {address_of(machine::physical_to_virtual(information.module_base)),
            information.module_bytes};
}

} // namespace flat::arch
