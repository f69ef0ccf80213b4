// SPDX-License-Identifier: BSD-2-Clause
// What generated C headers stand on: core/types.hpp and core/span.hpp for C11, and for C++ as well.
#pragma once

#ifdef __cplusplus
#define FLAT_C_BEGIN extern "C" {
#define FLAT_C_END }
#define FLAT_STATIC_ASSERT static_assert
typedef bool flat_bool;
#else
#define FLAT_C_BEGIN
#define FLAT_C_END
#define FLAT_STATIC_ASSERT _Static_assert
typedef _Bool flat_bool;
#endif

typedef __UINT8_TYPE__ flat_u8;
typedef __UINT16_TYPE__ flat_u16;
typedef __UINT32_TYPE__ flat_u32;
typedef __UINT64_TYPE__ flat_u64;
typedef __INT8_TYPE__ flat_i8;
typedef __INT16_TYPE__ flat_i16;
typedef __INT32_TYPE__ flat_i32;
typedef __INT64_TYPE__ flat_i64;
typedef __SIZE_TYPE__ flat_usize;
typedef flat_u64 flat_paddr;
typedef flat_u64 flat_vaddr;

/// Bytes that belong to somebody else; `data` may be null where there are none.
typedef struct flat_bytes {
    flat_u8* data;
    flat_usize size;
} flat_bytes;

/// The same to read only.
typedef struct flat_const_bytes {
    flat_u8 const* data;
    flat_usize size;
} flat_const_bytes;

/// The root of all interfaces.
typedef struct flat_Top flat_Top;

/// Enums of C have the size of those of the interfaces.
enum flat_sized { flat_sized_value };
FLAT_STATIC_ASSERT(sizeof(enum flat_sized) == sizeof(flat_u32), "enums have 32 bits");
