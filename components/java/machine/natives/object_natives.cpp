// SPDX-License-Identifier: BSD-2-Clause
// Native methods of objects, arrays and texts.
#include <java/machine/natives/natives.hpp>

namespace flat::java {

namespace native_of_object {

namespace {

using native::class_argument;
using native::do_nothing;
using native::need;

void get_class(Call& call) {
    call.give(call.machine.mirror_of(*call.object(0)->type));
}
void hash_code(Call& call) {
    call.give_int(static_cast<i32>(call.machine.hash_of(call.object(0))));
}
void identity_hash_code(Call& call) {
    Object* const object = call.object(0);
    call.give_int(object ? static_cast<i32>(call.machine.hash_of(object)) : 0);
}

void clone(Call& call) {
    Class* const cloneable = call.machine.classes.load("java/lang/Cloneable");
    Class* const type = call.object(0)->type;
    if (!cloneable || !is_subtype(type, cloneable)) {
        call.run.raise("java/lang/CloneNotSupportedException", type->name->text);
        return;
    }
    u64 const bytes = Heap::bytes_of(call.object(0));
    if (!call.run.ensure(bytes)) return;
    Object* const copy = call.machine.heap.allocate(type, bytes);
    memcpy(copy + 1, call.object(0) + 1, bytes - sizeof(Object));
    call.give(copy);
}

/// Copies one reference after the other, each if it may be there.
bool copy_checked(Call& call, Array* from, u32 begin, Array* to, u32 place, u32 count) {
    for (u32 i = 0; i < count; ++i) {
        Object* const each = from->elements<Object*>()[begin + i];
        if (each && !is_subtype(each->type, to->type->element))
            return call.run.raise("java/lang/ArrayStoreException", each->type->name->text);
        to->elements<Object*>()[place + i] = each;
    }
    return true;
}

void arraycopy(Call& call) {
    if (!need(call, 0) || !need(call, 2)) return;
    Array* const from = call.array(0);
    Array* const to = call.array(2);
    bool const are_arrays = from->type->is_array() && to->type->is_array();
    bool const are_alike =
        are_arrays && (from->type == to->type || (from->type->has_reference_elements() &&
                                                  to->type->has_reference_elements()));
    if (!are_alike) {
        call.run.raise("java/lang/ArrayStoreException", "arraycopy: the types do not match");
        return;
    }
    i64 const begin = call.integer(1);
    i64 const place = call.integer(3);
    i64 const count = call.integer(4);
    if (begin < 0 || place < 0 || count < 0 || begin + count > from->length ||
        place + count > to->length) {
        call.run.raise_with("java/lang/ArrayIndexOutOfBoundsException",
                            "arraycopy: {} and {} elements of {}, to {} of {}", begin, count,
                            from->length, place, to->length);
        return;
    }
    bool const is_checked =
        from != to && from->type->has_reference_elements() && !is_subtype(from->type, to->type);
    if (is_checked) {
        copy_checked(call, from, static_cast<u32>(begin), to, static_cast<u32>(place),
                     static_cast<u32>(count));
        return;
    }
    u64 const bytes = from->type->element_bytes;
    memmove(to->elements<u8>() + u64(place) * bytes, from->elements<u8>() + u64(begin) * bytes,
            u64(count) * bytes);
}

/// java.lang.reflect.Array.newArray.
void new_array(Call& call) {
    if (!need(call, 0)) return;
    Class* const element = class_argument(call, 0);
    i32 const length = call.integer(1);
    if (length < 0) {
        call.run.raise_with("java/lang/NegativeArraySizeException", "{}", length);
        return;
    }
    if (element->kind == 'V') {
        call.run.raise("java/lang/IllegalArgumentException");
        return;
    }
    Class* const type = call.machine.classes.array_of(element);
    if (!type) {
        call.run.raise_problem();
        return;
    }
    if (call.run.ensure(array_bytes(static_cast<u32>(length), type->element_bytes)))
        call.give(call.machine.heap.make_array(type, static_cast<u32>(length)));
}
void array_length(Call& call) {
    if (!need(call, 0)) return;
    if (call.object(0)->type->is_array())
        call.give_int(static_cast<i32>(call.array(0)->length));
    else
        call.run.raise("java/lang/IllegalArgumentException", "Argument is not an array");
}

void intern(Call& call) {
    Strings& strings = call.machine.strings;
    call.give(strings.interned(strings.intern(call.object(0))));
}

constexpr NativeEntry entries[] = {
    {"*", "registerNatives", "()V", do_nothing},
    {"*", "initIDs", "()V", do_nothing},
    {"*", "initNative", "()V", do_nothing},
    {"java/lang/Object", "getClass", {}, get_class},
    {"java/lang/Object", "hashCode", {}, hash_code},
    {"java/lang/Object", "clone", {}, clone},
    {"java/lang/System", "identityHashCode", {}, identity_hash_code},
    {"java/lang/System", "arraycopy", {}, arraycopy},
    {"java/lang/String", "intern", {}, intern},
    {"java/lang/reflect/Array", "newArray", {}, new_array},
    {"java/lang/reflect/Array", "getLength", {}, array_length},
};

} // namespace

} // namespace native_of_object

Span<NativeEntry const> object_natives() {
    return native_of_object::entries;
}

} // namespace flat::java
