// SPDX-License-Identifier: BSD-2-Clause
// Tells the QEMU plugin tools/memtrace where objects lie, so that it can profile accesses to them.
#pragma once

#include <core/types.hpp>
#include <domain/probe_mark.hpp>

namespace flat {

/// Objects of one class, one after the other. They stand for themselves until another record
/// speaks of the same addresses. The layout is pinned: tools/memtrace/object_record.h is the other
/// side. Aligned to its size, so that it lies on one page.
struct alignas(128) ObjectRecord {
    u32 mark = 0;         ///< The guest's store. Nothing in it is of use.
    u32 size_bytes = 0;   ///< Of one object; 0: there are no objects any more.
    u64 first = 0;        ///< Virtual address.
    u64 count = 0;        ///< How many.
    u64 stride_bytes = 0; ///< From one to the next.
    char name[64] = {};   ///< Of the class, qualified; the rest is 0.
};

static_assert(sizeof(ObjectRecord) == 128);
static_assert(__builtin_offsetof(ObjectRecord, size_bytes) == 4);
static_assert(__builtin_offsetof(ObjectRecord, first) == 8);
static_assert(__builtin_offsetof(ObjectRecord, count) == 16);
static_assert(__builtin_offsetof(ObjectRecord, stride_bytes) == 24);
static_assert(__builtin_offsetof(ObjectRecord, name) == 32);

/// Hands a complete record to the plugin.
[[gnu::always_inline]] inline void announce(ObjectRecord& record) {
    asm volatile("" : "+m"(record)); // all of it is to be in memory before the mark
    domain::store_mark<0x4f424a53>(record.mark);
}

/// Tells of objects in a row whose class has this qualified name, from one to the next of which it
/// is `stride_bytes`. A few stores, harmless without the plugin. Neither blocks nor fails.
template<class Object, usize length>
void tell_objects(char const (&name)[length], Object const* first, u64 count = 1,
                  u64 stride_bytes = sizeof(Object)) {
    static_assert(length <= sizeof(ObjectRecord::name));
    ObjectRecord record{.size_bytes = sizeof(Object),
                        .first = reinterpret_cast<u64>(first),
                        .count = count,
                        .stride_bytes = stride_bytes};
    for (usize i = 0; i < length; ++i)
        record.name[i] = name[i];
    announce(record);
}

/// Tells that an object is no more.
template<class Object>
void forget_object(Object const* object) {
    ObjectRecord record{
        .first = reinterpret_cast<u64>(object), .count = 1, .stride_bytes = sizeof(Object)};
    announce(record);
}

} // namespace flat
