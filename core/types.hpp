// SPDX-License-Identifier: BSD-2-Clause
// The fundamental types of the kit, by width and by meaning.
#pragma once

namespace flat {

using u8 = __UINT8_TYPE__;
using u16 = __UINT16_TYPE__;
using u32 = __UINT32_TYPE__;
using u64 = __UINT64_TYPE__;
using i8 = __INT8_TYPE__;
using i16 = __INT16_TYPE__;
using i32 = __INT32_TYPE__;
using i64 = __INT64_TYPE__;
using usize = __SIZE_TYPE__;

/// A physical address. Interfaces pass addresses as integers, never as pointers.
using paddr = u64;

/// A virtual address.
using vaddr = u64;

/// The address of an object, as interfaces carry it.
inline vaddr address_of(void const volatile* pointer) {
    return reinterpret_cast<vaddr>(pointer);
}

/// The object at an address. The caller knows that a `T` lives there.
template<class T>
T* pointer_to(vaddr address) {
    return reinterpret_cast<T*>(address);
}

} // namespace flat
