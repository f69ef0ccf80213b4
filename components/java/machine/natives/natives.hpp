// SPDX-License-Identifier: BSD-2-Clause
// Native methods of the class library: tables of them, and what they share.
#pragma once

#include <java/machine/run.hpp>

namespace flat::java {

/// A native method. Without a descriptor it is all of a name; `*` is any class.
struct NativeEntry {
    Text class_name;
    Text name;
    Text descriptor;
    Native function;
};

Span<NativeEntry const> object_natives();
Span<NativeEntry const> module_natives();
Span<NativeEntry const> zip_natives();
Span<NativeEntry const> class_natives();
Span<NativeEntry const> system_natives();
Span<NativeEntry const> trace_natives();
Span<NativeEntry const> handle_natives();
Span<NativeEntry const> thread_natives();
Span<NativeEntry const> number_natives();
Span<NativeEntry const> unsafe_natives();
Span<NativeEntry const> reflection_natives();

namespace native {

inline void do_nothing(Call&) {}
inline void null(Call& call) {
    call.give(nullptr);
}
inline void no(Call& call) {
    call.give_int(0);
}
inline void yes(Call& call) {
    call.give_int(1);
}
/// The class that an argument, a java.lang.Class, is of.
inline Class* class_argument(Call const& call, u32 slot) {
    return call.object(slot) ? call.machine.class_of_mirror(call.object(slot)) : nullptr;
}
/// Whether an argument is there; else a NullPointerException.
inline bool need(Call& call, u32 slot) {
    return call.object(slot) || call.run.raise("java/lang/NullPointerException");
}

} // namespace native

} // namespace flat::java
