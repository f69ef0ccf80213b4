// SPDX-License-Identifier: BSD-2-Clause
// Compiled into every image beside the kernel's, emits nothing: holds it to its contract.
#include <core/domain/contract.hpp>
