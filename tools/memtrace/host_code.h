// SPDX-License-Identifier: BSD-2-Clause
// Tells QEMU's own functions from the code that it generates.
#pragma once

#include <stdbool.h>
#include <stdint.h>

// The executable code of the running program's file.
struct HostCode {
    uintptr_t first;
    uintptr_t size_bytes;
};

struct HostCode host_code_find(void);

static inline bool host_code_has(struct HostCode const* code, void const* address) {
    return (uintptr_t)address - code->first < code->size_bytes;
}
