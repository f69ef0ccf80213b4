// SPDX-License-Identifier: BSD-2-Clause
// Fuzzes the recognition of marks: no byte beyond the instruction is read, and what a mark is stays
// what its documentation says. For libFuzzer.
#include "../x86_64.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(uint8_t const* data, size_t size) {
    static uint8_t const constant[4] = {0x54, 0x41, 0x4c, 0x46};
    bool const ends_with_constant =
        size >= sizeof constant &&
        memcmp(data + size - sizeof constant, constant, sizeof constant) == 0;
    enum InstructionKind const kind = x86_64_classify(data, size);
    if (kind == instruction_mark && (!ends_with_constant || memchr(data, 0xc7, size) == NULL))
        abort();
    if (kind == instruction_control_write && memchr(data, 0x0f, size) == NULL) abort();
    if (kind != x86_64_classify(data, size)) abort();
    return 0;
}
