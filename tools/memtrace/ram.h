// SPDX-License-Identifier: BSD-2-Clause
// The guest's memory, through the file that backs it.
#pragma once

#include "probe_record.h"

#include <stdbool.h>
#include <stdint.h>

struct Ram {
    uint8_t* base; // NULL: none mapped
    uint64_t size_bytes;
};

// What became of a mark's record in the guest's memory.
enum RecordState {
    record_filled,
    record_without_ram,   // the option `ram` was not given
    record_not_in_memory, // the mark's store went to a device
    record_outside_ram,   // no record fits there in the file
    record_misaligned,    // not at a multiple of the record's size
    record_without_mark,  // the file does not hold what was stored: it is not the guest's memory
};

// Maps the file for reading and writing. False if it cannot, after a message on stderr.
bool ram_map(struct Ram* ram, char const* path);

// Copies bytes at an offset of the file. False, and nothing copied, if they are not there.
bool ram_read(struct Ram const* ram, uint64_t offset, void* target, uint64_t size_bytes);

// Fills the record at an offset of the file, if all is right there; otherwise says what is not.
enum RecordState ram_fill_record(struct Ram const* ram, uint64_t offset,
                                 struct ProbeRecord const* record);
