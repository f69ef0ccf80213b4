// SPDX-License-Identifier: BSD-2-Clause
// The ledger as a program of C knows it, which has never heard of components.
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { notes_max = 4, note_bytes_max = 4096 };

enum change_kind { deposit, withdrawal };

/// Has the form of the record `flat.demo.Ledger.Change`.
struct change {
    enum change_kind kind;
    bool is_noted;
    uint16_t branch;
    uint64_t amount;
};

/// The sum, and the last notes; the number of a note says where it is.
struct ledger {
    uint64_t sum;
    uint32_t notes_count;
    struct note {
        uint8_t bytes[note_bytes_max];
        uint32_t size;
    } notes[notes_max];
};
