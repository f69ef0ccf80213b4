// SPDX-License-Identifier: BSD-2-Clause
// The kernel's half of every address space, as boot makes it.
#pragma once

#include <x86_64/boot_information.hpp>

namespace flat::arch {

/// Makes the page tables that map the kernel image with the least rights and physical memory
/// without any execution. Tables come from the free memory after the image, which becomes the
/// kernel's. Fills in what `information` says of them; panics if memory does not suffice.
void build_kernel_map(BootInformation& information);

} // namespace flat::arch
