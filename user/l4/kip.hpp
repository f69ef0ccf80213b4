// SPDX-License-Identifier: BSD-2-Clause
// Where a program finds the kernel interface page.
#pragma once

#include <l4/abi/kip.hpp>

namespace l4 {

/// The page of this address space, found by the instruction that the kernel emulates.
KernelInterfacePage const& kernel_interface();

} // namespace l4
