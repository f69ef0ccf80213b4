// SPDX-License-Identifier: BSD-2-Clause
// What a guest says of its objects: the other side of core/image/object_record.hpp.
#pragma once

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

enum { object_mark = 0x4f424a53, object_name_bytes = 64 };

// Objects of one class, one after the other. They stand for themselves until another record speaks
// of the same addresses.
struct ObjectRecord {
    uint32_t mark;                // the guest's store
    uint32_t size_bytes;          // of one object; 0: there are no objects any more
    uint64_t first;               // virtual address
    uint64_t count;               // how many
    uint64_t stride_bytes;        // from one to the next
    char name[object_name_bytes]; // of the class; the rest is 0
};

static_assert(offsetof(struct ObjectRecord, size_bytes) == 4, "core/image/object_record.hpp");
static_assert(offsetof(struct ObjectRecord, first) == 8, "core/image/object_record.hpp");
static_assert(offsetof(struct ObjectRecord, count) == 16, "core/image/object_record.hpp");
static_assert(offsetof(struct ObjectRecord, stride_bytes) == 24, "core/image/object_record.hpp");
static_assert(offsetof(struct ObjectRecord, name) == 32, "core/image/object_record.hpp");
