// SPDX-License-Identifier: BSD-2-Clause
// Compiled into every kernel, emits nothing: holds the chosen variants to their contracts.
#include <core/contract/api.hpp>
#include <core/contract/arch.hpp>
#include <core/contract/platform.hpp>
#include <core/contract/smp.hpp>
