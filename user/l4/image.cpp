// SPDX-License-Identifier: BSD-2-Clause
// The memory that the running program was loaded to.
#include <l4/image.hpp>

namespace l4 {

void touch_image() {
    // Adding nothing is a write that other threads cannot notice.
    for (char* page = program_begin; page < program_end; page += page_size)
        asm volatile("lock addb $0, %0" : "+m"(*page) : : "cc");
}

} // namespace l4
