// SPDX-License-Identifier: BSD-2-Clause
// Objects of Java in the heap, and values in frames.
#pragma once

#include <core/types.hpp>

namespace flat::java {

struct Class;

/// A local variable or a place of an operand stack. Numbers of 32 bits have
/// zeros above them; long and double take two places, 32 bits in each, the
/// lower first; a reference is an address, whose upper 32 bits are never all
/// zero. So the collector sees of each place whether it is a reference, and
/// nobody keeps tags or maps of frames.
using Slot = u64;

inline bool is_reference(Slot slot) {
    return slot >> 32 != 0;
}

/// What every object begins with. While a collection runs, the lowest bit of
/// `type` says that the object has moved, and the others where to.
struct Object {
    Class* type;
    u32 hash; ///< its identity hash; 0 until somebody asks
    u32 lock; ///< thread << 16 | how often it has entered the monitor; 0 if
              ///< nobody has
};

/// An array; its elements follow.
struct Array : Object {
    u32 length;
    u32 reserved;

    template<class T>
    T* elements() {
        return reinterpret_cast<T*>(this + 1);
    }
};

/// The value at a distance from the beginning of an object, or at an address if
/// there is none.
template<class T>
T& at(void* base, u64 offset) {
    return *reinterpret_cast<T*>(static_cast<u8*>(base) + offset);
}

inline Slot to_slot(Object const* object) {
    return address_of(object);
}
inline Object* to_object(Slot slot) {
    return pointer_to<Object>(slot);
}

inline u64 get_long(Slot const* slots) {
    return slots[0] | slots[1] << 32;
}
inline void put_long(Slot* slots, u64 value) {
    slots[0] = static_cast<u32>(value);
    slots[1] = value >> 32;
}

} // namespace flat::java
