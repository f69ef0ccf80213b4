// SPDX-License-Identifier: BSD-2-Clause
// The memory that the running program was loaded to.
#pragma once

#include <core/types.hpp>

extern "C" {
/// First byte and end of the program with all its data, both page aligned; from program.lds.
extern char program_begin[];
extern char program_end[];
}

namespace l4 {

constexpr flat::usize page_size = 4096;

/// Writes to each page of the program's data and reads from each page, so that later none faults.
void touch_image();

/// Whether `address` lies in the program or its data.
inline bool image_contains(flat::vaddr address) {
    return address >= flat::address_of(program_begin) && address < flat::address_of(program_end);
}

} // namespace l4
