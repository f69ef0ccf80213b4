// SPDX-License-Identifier: BSD-2-Clause
// Fields, arrays, objects, types (JVMS 17, 6.5).
#pragma once

#include <java/machine/instructions/operand.hpp>

namespace flat::java::instruction {

/// The faster instruction for a field of a kind, of those in a row from `first`
/// on.
inline u8 getter(u8 first, char kind) {
    switch (kind) {
    case 'Z':
    case 'B':
        return first;
    case 'C':
        return static_cast<u8>(first + 1);
    case 'S':
        return static_cast<u8>(first + 2);
    case 'I':
    case 'F':
        return static_cast<u8>(first + 3);
    case 'J':
    case 'D':
        return static_cast<u8>(first + 4);
    default:
        return static_cast<u8>(first + 5);
    }
}
inline u8 setter(u8 first, char kind) {
    u8 const get = getter(0, kind);
    return static_cast<u8>(first + (get > 1 ? get - 1 : get)); // char and short are stored alike
}

template<bool is_put>
Next field(Run& run, u8 const* pc, Slot* sp) {
    run.save(pc, sp);
    Field* const found = run.resolve_field(own_class(run), index_at(pc), false);
    if (!found) return run.unwind();
    if (found->offset > 0xffff)
        return run.raise_at(pc, sp, "java/lang/InternalError", "an object is too large");
    store_big_endian_u16(const_cast<u8*>(pc) + 1, static_cast<u16>(found->offset));
    become(pc, is_put ? setter(put_byte, found->kind()) : getter(get_byte, found->kind()));
    return {pc, sp};
}
template<bool is_put>
Next static_field(Run& run, u8 const* pc, Slot* sp) {
    run.save(pc, sp);
    Class& own = own_class(run);
    Field* const found = run.resolve_field(own, index_at(pc), true);
    if (!found || !run.initialize(*found->owner)) return run.unwind();
    own.pool[index_at(pc)] = address_of(found->owner->statics + found->offset);
    return once_initialized(run, *found->owner, pc, sp,
                            is_put ? setter(put_static_byte, found->kind())
                                   : getter(get_static_byte, found->kind()));
}

template<class T>
Next get_number(Run& run, u8 const* pc, Slot* sp) {
    if (sp[-1] == 0) return run.null_pointer(pc, sp);
    sp[-1] = from_int(static_cast<i32>(at<T>(to_object(sp[-1]), index_at(pc))));
    return {pc + 3, sp};
}
inline Next get_long_field(Run& run, u8 const* pc, Slot* sp) {
    if (sp[-1] == 0) return run.null_pointer(pc, sp);
    put_long(sp - 1, at<u64>(to_object(sp[-1]), index_at(pc)));
    return {pc + 3, sp + 1};
}
inline Next get_reference_field(Run& run, u8 const* pc, Slot* sp) {
    if (sp[-1] == 0) return run.null_pointer(pc, sp);
    sp[-1] = at<u64>(to_object(sp[-1]), index_at(pc));
    return {pc + 3, sp};
}
template<class T>
Next put_value(Run& run, u8 const* pc, Slot* sp) {
    if (sp[-2] == 0) return run.null_pointer(pc, sp);
    at<T>(to_object(sp[-2]), index_at(pc)) = static_cast<T>(sp[-1]);
    return {pc + 3, sp - 2};
}
inline Next put_long_field(Run& run, u8 const* pc, Slot* sp) {
    if (sp[-3] == 0) return run.null_pointer(pc, sp);
    at<u64>(to_object(sp[-3]), index_at(pc)) = get_long(sp - 2);
    return {pc + 3, sp - 3};
}
template<class T>
Next get_static_number(Run& run, u8 const* pc, Slot* sp) {
    T const value = *pointer_to<T>(own_class(run).pool[index_at(pc)]);
    sp[0] = from_int(static_cast<i32>(value));
    return {pc + 3, sp + 1};
}
inline Next get_static_long_(Run& run, u8 const* pc, Slot* sp) {
    put_long(sp, *pointer_to<u64>(own_class(run).pool[index_at(pc)]));
    return {pc + 3, sp + 2};
}
inline Next get_static_reference_(Run& run, u8 const* pc, Slot* sp) {
    sp[0] = *pointer_to<u64>(own_class(run).pool[index_at(pc)]);
    return {pc + 3, sp + 1};
}
template<class T>
Next put_static_value(Run& run, u8 const* pc, Slot* sp) {
    *pointer_to<T>(own_class(run).pool[index_at(pc)]) = static_cast<T>(sp[-1]);
    return {pc + 3, sp - 1};
}
inline Next put_static_long_(Run& run, u8 const* pc, Slot* sp) {
    *pointer_to<u64>(own_class(run).pool[index_at(pc)]) = get_long(sp - 2);
    return {pc + 3, sp - 2};
}

/// The place of an array's element; none if there is none, and then `failed`
/// goes on.
template<class T>
T* element(Run& run, u8 const* pc, Slot* sp, Slot array, Slot index, Next& failed) {
    auto* const found = static_cast<Array*>(to_object(array));
    if (!found) {
        failed = run.null_pointer(pc, sp);
        return nullptr;
    }
    if (static_cast<u32>(index) >= found->length) {
        failed = run.out_of_bounds(pc, sp, as_int(index), found->length);
        return nullptr;
    }
    return found->elements<T>() + static_cast<u32>(index);
}
template<class T>
Next load_number(Run& run, u8 const* pc, Slot* sp) {
    Next failed{};
    T const* const place = element<T>(run, pc, sp, sp[-2], sp[-1], failed);
    if (!place) return failed;
    sp[-2] = from_int(static_cast<i32>(*place));
    return {pc + 1, sp - 1};
}
inline Next load_long(Run& run, u8 const* pc, Slot* sp) {
    Next failed{};
    u64 const* const place = element<u64>(run, pc, sp, sp[-2], sp[-1], failed);
    if (!place) return failed;
    put_long(sp - 2, *place);
    return {pc + 1, sp};
}
inline Next load_reference(Run& run, u8 const* pc, Slot* sp) {
    Next failed{};
    Slot const* const place = element<Slot>(run, pc, sp, sp[-2], sp[-1], failed);
    if (!place) return failed;
    sp[-2] = *place;
    return {pc + 1, sp - 1};
}
template<class T>
Next store_number(Run& run, u8 const* pc, Slot* sp) {
    Next failed{};
    T* const place = element<T>(run, pc, sp, sp[-3], sp[-2], failed);
    if (!place) return failed;
    *place = static_cast<T>(sp[-1]);
    return {pc + 1, sp - 3};
}
inline Next store_byte(Run& run, u8 const* pc, Slot* sp) {
    Next failed{};
    u8* const place = element<u8>(run, pc, sp, sp[-3], sp[-2], failed);
    if (!place) return failed;
    bool const is_boolean = to_object(sp[-3])->type->element->kind == 'Z';
    *place = static_cast<u8>(is_boolean ? sp[-1] & 1 : sp[-1]);
    return {pc + 1, sp - 3};
}
inline Next store_long(Run& run, u8 const* pc, Slot* sp) {
    Next failed{};
    u64* const place = element<u64>(run, pc, sp, sp[-4], sp[-3], failed);
    if (!place) return failed;
    *place = get_long(sp - 2);
    return {pc + 1, sp - 4};
}
inline Next store_reference(Run& run, u8 const* pc, Slot* sp) {
    Next failed{};
    Slot* const place = element<Slot>(run, pc, sp, sp[-3], sp[-2], failed);
    if (!place) return failed;
    Class const* const wanted = to_object(sp[-3])->type->element;
    if (sp[-1] != 0 && !is_subtype(to_object(sp[-1])->type, wanted))
        return run.raise_at(pc, sp, "java/lang/ArrayStoreException",
                            to_object(sp[-1])->type->name->text);
    *place = sp[-1];
    return {pc + 1, sp - 3};
}
inline Next arraylength(Run& run, u8 const* pc, Slot* sp) {
    if (sp[-1] == 0) return run.null_pointer(pc, sp);
    sp[-1] = static_cast<Array*>(to_object(sp[-1]))->length;
    return {pc + 1, sp};
}

inline Next new_(Run& run, u8 const* pc, Slot* sp) {
    run.save(pc, sp);
    Class* const made = run.resolve_class(own_class(run), index_at(pc));
    if (!made) return run.unwind();
    if ((made->flags & (flags::is_abstract | flags::is_interface)) != 0)
        return run.raise_at(pc, sp, "java/lang/InstantiationError", made->name->text);
    if (!run.initialize(*made)) return run.unwind();
    return once_initialized(run, *made, pc, sp, make_object);
}
inline Next make_object_(Run& run, u8 const* pc, Slot* sp) {
    run.save(pc, sp);
    auto* const made = pointer_to<Class>(own_class(run).pool[index_at(pc)]);
    if (!run.ensure(made->instance_bytes)) return run.unwind();
    sp[0] = to_slot(run.machine.heap.make(made));
    return {pc + 3, sp + 1};
}
/// An array of a class with as many elements as the last place says.
inline Next make_array(Run& run, u8 const* pc, Slot* sp, Class* type, u32 size) {
    run.save(pc, sp);
    if (!type) {
        run.raise_problem();
        return run.unwind();
    }
    i32 const length = as_int(sp[-1]);
    if (length < 0) {
        TextBuffer<16> text;
        format(text, "{}", length);
        return run.raise_at(pc, sp, "java/lang/NegativeArraySizeException", text.text());
    }
    if (!run.ensure(array_bytes(static_cast<u32>(length), type->element_bytes)))
        return run.unwind();
    sp[-1] = to_slot(run.machine.heap.make_array(type, static_cast<u32>(length)));
    return {pc + size, sp};
}
inline Next newarray(Run& run, u8 const* pc, Slot* sp) {
    constexpr char kinds[] = {'Z', 'C', 'F', 'D', 'B', 'S', 'I', 'J'};
    Class* const element = run.machine.classes.primitive(kinds[(pc[1] - 4u) & 7]);
    return make_array(run, pc, sp, run.machine.classes.array_of(element), 2);
}
inline Next anewarray(Run& run, u8 const* pc, Slot* sp) {
    run.save(pc, sp);
    Class* const element = run.resolve_class(own_class(run), index_at(pc));
    if (!element) return run.unwind();
    return make_array(run, pc, sp, run.machine.classes.array_of(element), 3);
}
Next multianewarray(Run& run, u8 const* pc, Slot* sp);

inline Next checkcast(Run& run, u8 const* pc, Slot* sp) {
    if (sp[-1] == 0) return {pc + 3, sp};
    run.save(pc, sp);
    Class* const wanted = run.resolve_class(own_class(run), index_at(pc));
    if (!wanted) return run.unwind();
    Class const* const type = to_object(sp[-1])->type;
    if (is_subtype(type, wanted)) return {pc + 3, sp};
    run.raise_with("java/lang/ClassCastException", "class {} cannot be cast to class {}",
                   type->name->text, wanted->name->text);
    return run.unwind();
}
inline Next instanceof_(Run& run, u8 const* pc, Slot* sp) {
    if (sp[-1] == 0) return {pc + 3, sp};
    run.save(pc, sp);
    Class* const wanted = run.resolve_class(own_class(run), index_at(pc));
    if (!wanted) return run.unwind();
    sp[-1] = is_subtype(to_object(sp[-1])->type, wanted) ? 1 : 0;
    return {pc + 3, sp};
}

} // namespace flat::java::instruction
