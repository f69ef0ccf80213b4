// SPDX-License-Identifier: BSD-2-Clause
// What whoever started the kernel has said besides.
#pragma once

#include <core/text.hpp>

namespace flat::machine {

/// The value of the word `key=value`, of the first one that has this key; empty if there is none.
Text boot_word(Text key);

} // namespace flat::machine
