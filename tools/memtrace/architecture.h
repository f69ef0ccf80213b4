// SPDX-License-Identifier: BSD-2-Clause
// What memtrace must know of the guest's architecture.
#pragma once

#include "instruction.h"

#include <stddef.h>
#include <stdint.h>

struct Architecture {
    char const* name;      // as QEMU names its target
    uint64_t kernel_first; // where kernels have their instructions, unless an option says otherwise
    uint64_t kernel_last;
    enum InstructionKind (*classify)(uint8_t const* bytes, size_t size);
};

// The architecture of QEMU's target of that name, or NULL after a message on stderr.
struct Architecture const* architecture_find(char const* name);
