// SPDX-License-Identifier: BSD-2-Clause
// Native methods of jdk.internal.misc.Unsafe: values at a distance from an
// object, or at an address.
#include <java/machine/natives/natives.hpp>

namespace flat::java {

namespace native_of_unsafe {

namespace {

using native::class_argument;
using native::do_nothing;
using native::need;
using native::no;
using native::yes;

template<class T>
T& place(Call& call) {
    return at<T>(call.object(1), call.long_(2));
}
template<class T>
void get(Call& call) {
    call.give_int(static_cast<i32>(place<T>(call)));
}
template<class T>
void put(Call& call) {
    place<T>(call) = static_cast<T>(call.slots()[4]);
}
void get_long(Call& call) {
    call.give_long(place<u64>(call));
}
void put_long(Call& call) {
    place<u64>(call) = call.long_(4);
}
void get_reference(Call& call) {
    call.run.result[0] = place<Slot>(call);
}
void compare_and_set_int(Call& call) {
    u32& value = place<u32>(call);
    bool const is_same = value == static_cast<u32>(call.slots()[4]);
    if (is_same) value = static_cast<u32>(call.slots()[5]);
    call.give_int(is_same);
}
void compare_and_set_long(Call& call) {
    u64& value = place<u64>(call);
    bool const is_same = value == call.long_(4);
    if (is_same) value = call.long_(6);
    call.give_int(is_same);
}
void compare_and_set_reference(Call& call) {
    Slot& value = place<Slot>(call);
    bool const is_same = value == call.slots()[4];
    if (is_same) value = call.slots()[5];
    call.give_int(is_same);
}
void compare_and_exchange_int(Call& call) {
    u32& value = place<u32>(call);
    u32 const before = value;
    if (before == static_cast<u32>(call.slots()[4])) value = static_cast<u32>(call.slots()[5]);
    call.give_int(static_cast<i32>(before));
}
void compare_and_exchange_long(Call& call) {
    u64& value = place<u64>(call);
    u64 const before = value;
    if (before == call.long_(4)) value = call.long_(6);
    call.give_long(before);
}
void compare_and_exchange_reference(Call& call) {
    Slot& value = place<Slot>(call);
    Slot const before = value;
    if (before == call.slots()[4]) value = call.slots()[5];
    call.run.result[0] = before;
}

void array_base_offset(Call& call) {
    call.give_int(sizeof(Array));
}
void array_index_scale(Call& call) {
    call.give_int(static_cast<i32>(class_argument(call, 1)->element_bytes));
}
void address_size(Call& call) {
    call.give_int(8);
}

/// The field of a class that has a name; also of one above it.
void object_field_offset(Call& call) {
    TextBuffer<128> name;
    call.machine.put_string(call.object(2), name);
    for (Class* each = class_argument(call, 1); each; each = each->super)
        for (u32 i = 0; i < each->field_count; ++i)
            if (each->fields[i].name->text == name.text())
                return call.give_long(each->fields[i].offset);
    call.run.raise("java/lang/InternalError", name.text());
}

void ensure_class_initialized(Call& call) {
    if (need(call, 1)) call.run.initialize(*class_argument(call, 1));
}
void should_be_initialized(Call& call) {
    call.give_int(class_argument(call, 1)->state != ClassState::initialized);
}
void allocate_instance(Call& call) {
    if (!need(call, 1)) return;
    Class* const made = class_argument(call, 1);
    if (call.run.initialize(*made) && call.run.ensure(made->instance_bytes))
        call.give(call.machine.heap.make(made));
}
void throw_exception(Call& call) {
    if (need(call, 1)) call.run.exception = call.object(1);
}
void copy_memory(Call& call) {
    u8* const from = &at<u8>(call.object(1), call.long_(2));
    u8* const to = &at<u8>(call.object(4), call.long_(5));
    memmove(to, from, call.long_(7));
}
void set_memory(Call& call) {
    memset(&at<u8>(call.object(1), call.long_(2)), static_cast<u8>(call.integer(6)), call.long_(4));
}

constexpr Text unsafe = "jdk/internal/misc/Unsafe";
constexpr NativeEntry entries[] = {
    {unsafe, "getBoolean", {}, get<i8>},
    {unsafe, "getByte", {}, get<i8>},
    {unsafe, "getShort", {}, get<i16>},
    {unsafe, "getChar", {}, get<u16>},
    {unsafe, "getInt", {}, get<u32>},
    {unsafe, "getFloat", {}, get<u32>},
    {unsafe, "getLong", {}, get_long},
    {unsafe, "getDouble", {}, get_long},
    {unsafe, "getReference", {}, get_reference},
    {unsafe, "putBoolean", {}, put<u8>},
    {unsafe, "putByte", {}, put<u8>},
    {unsafe, "putShort", {}, put<u16>},
    {unsafe, "putChar", {}, put<u16>},
    {unsafe, "putInt", {}, put<u32>},
    {unsafe, "putFloat", {}, put<u32>},
    {unsafe, "putLong", {}, put_long},
    {unsafe, "putDouble", {}, put_long},
    {unsafe, "putReference", {}, put<Slot>},
    {unsafe, "getBooleanVolatile", {}, get<i8>},
    {unsafe, "getByteVolatile", {}, get<i8>},
    {unsafe, "getIntVolatile", {}, get<u32>},
    {unsafe, "getLongVolatile", {}, get_long},
    {unsafe, "getReferenceVolatile", {}, get_reference},
    {unsafe, "putBooleanVolatile", {}, put<u8>},
    {unsafe, "putByteVolatile", {}, put<u8>},
    {unsafe, "putIntVolatile", {}, put<u32>},
    {unsafe, "putLongVolatile", {}, put_long},
    {unsafe, "putReferenceVolatile", {}, put<Slot>},
    {unsafe, "compareAndSetInt", {}, compare_and_set_int},
    {unsafe, "compareAndSetLong", {}, compare_and_set_long},
    {unsafe, "compareAndSetReference", {}, compare_and_set_reference},
    {unsafe, "compareAndExchangeInt", {}, compare_and_exchange_int},
    {unsafe, "compareAndExchangeLong", {}, compare_and_exchange_long},
    {unsafe, "compareAndExchangeReference", {}, compare_and_exchange_reference},
    {unsafe, "arrayBaseOffset0", {}, array_base_offset},
    {unsafe, "arrayIndexScale0", {}, array_index_scale},
    {unsafe, "addressSize0", {}, address_size},
    {unsafe, "isBigEndian0", {}, no},
    {unsafe, "unalignedAccess0", {}, yes},
    {unsafe, "objectFieldOffset1", {}, object_field_offset},
    {unsafe, "ensureClassInitialized0", {}, ensure_class_initialized},
    {unsafe, "shouldBeInitialized0", {}, should_be_initialized},
    {unsafe, "allocateInstance", {}, allocate_instance},
    {unsafe, "throwException", {}, throw_exception},
    {unsafe, "copyMemory0", {}, copy_memory},
    {unsafe, "setMemory0", {}, set_memory},
    {unsafe, "fullFence", {}, do_nothing},
    {unsafe, "loadFence", {}, do_nothing},
    {unsafe, "storeFence", {}, do_nothing},
};

} // namespace

} // namespace native_of_unsafe

Span<NativeEntry const> unsafe_natives() {
    return native_of_unsafe::entries;
}

} // namespace flat::java
