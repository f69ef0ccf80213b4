// SPDX-License-Identifier: BSD-2-Clause
// Compiled into every kernel, emits nothing: holds the chosen variants to their contracts.
#include <core/contract/domain.hpp>
#include <core/contract/machine.hpp>
#include <core/contract/object.hpp>
