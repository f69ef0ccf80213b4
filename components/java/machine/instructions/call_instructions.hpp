// SPDX-License-Identifier: BSD-2-Clause
// Calls of methods (JVMS 17, 6.5).
#pragma once

#include <java/machine/instructions/operand.hpp>

namespace flat::java::instruction {

inline Method& method_at(Run& run, u8 const* pc) {
    return *pointer_to<Method>(own_class(run).pool[index_at(pc)]);
}
inline Object* receiver(Method const& method, Slot const* sp) {
    return to_object(*(sp - method.argument_slots));
}

/// A call that has not been made before: finds the method, and which faster
/// instruction it is.
inline Next first_call(Run& run, u8 const* pc, Slot* sp, u8 code, bool is_static) {
    run.save(pc, sp);
    Class& own = own_class(run);
    u32 const index = index_at(pc);
    Method* const found = run.resolve_method(own, index, is_static);
    if (!found || (is_static && !run.initialize(*found->owner))) return run.unwind();
    own.pool[index] = address_of(found);
    if (is_static) return once_initialized(run, *found->owner, pc, sp, code);
    become(pc, code);
    return {pc, sp};
}
/// A first call of a VarHandle, whose methods are there for any arguments; the run is saved.
Next first_variable_call(Run& run, u8 const* pc, Slot* sp);
Next call_variable_(Run& run, u8 const* pc, Slot* sp);
inline bool takes_any_arguments(Method const& method) {
    return method.is(flags::is_native) && method.is(flags::is_varargs) &&
           method.owner->name->text == Text("java/lang/invoke/VarHandle");
}
/// A VarHandle's call makes known what it is only when all of it is there: a class that it needs
/// may be missing, and then the next time is a first one as well.
inline Next invokevirtual(Run& run, u8 const* pc, Slot* sp) {
    run.save(pc, sp);
    Class& own = own_class(run);
    u32 const index = index_at(pc);
    Method* const found = run.resolve_method(own, index, false);
    if (!found) return run.unwind();
    if (takes_any_arguments(*found)) return first_variable_call(run, pc, sp);
    own.pool[index] = address_of(found);
    u8 const of_class = found->table_index < 0 ? call_direct : call_table;
    become(pc, found->owner->is_interface() ? u8{call_interface_in_class} : of_class);
    return {pc, sp};
}
/// A call of <init>, a private method, or the method of a superclass (6.5,
/// ACC_SUPER).
inline Next invokespecial(Run& run, u8 const* pc, Slot* sp) {
    Class& own = own_class(run);
    u64& known = own.pool[index_at(pc)];
    Next const next = first_call(run, pc, sp, call_direct, false);
    if (known == 0) return next;
    Method& found = method_at(run, pc);
    bool const is_above = own.super && found.owner != &own && !found.owner->is_interface() &&
                          found.name->text[0] != '<' && is_subtype(own.super, found.owner);
    if (is_above) known = address_of(Classes::find_method(own.super, found.name, found.descriptor));
    return next;
}
inline Next invokestatic(Run& run, u8 const* pc, Slot* sp) {
    return first_call(run, pc, sp, call_class, true);
}
inline Next invokeinterface(Run& run, u8 const* pc, Slot* sp) {
    return first_call(run, pc, sp, call_interface, false);
}

inline Next call_table_(Run& run, u8 const* pc, Slot* sp) {
    Method const& method = method_at(run, pc);
    Object* const object = receiver(method, sp);
    if (!object) return run.null_pointer(pc, sp);
    return run.enter(*object->type->table[method.table_index], pc + 3, sp);
}
inline Next call_direct_(Run& run, u8 const* pc, Slot* sp) {
    Method& method = method_at(run, pc);
    if (!receiver(method, sp)) return run.null_pointer(pc, sp);
    return run.enter(method, pc + 3, sp);
}
inline Next call_class_(Run& run, u8 const* pc, Slot* sp) {
    return run.enter(method_at(run, pc), pc + 3, sp);
}
template<u32 size>
Next call_selected(Run& run, u8 const* pc, Slot* sp) {
    Method& method = method_at(run, pc);
    Object* const object = receiver(method, sp);
    if (!object) return run.null_pointer(pc, sp);
    Method* const found = run.machine.classes.select(object->type, &method);
    if (found) return run.enter(*found, pc + size, sp);
    run.save(pc, sp);
    run.raise_with("java/lang/IncompatibleClassChangeError",
                   "Class {} does not implement the requested interface {}",
                   object->type->name->text, method.owner->name->text);
    return run.unwind();
}
/// A call site of its own kind: the first time, the method that it calls is
/// made.
Next invokedynamic(Run& run, u8 const* pc, Slot* sp);
inline Next call_made_(Run& run, u8 const* pc, Slot* sp) {
    return run.enter(method_at(run, pc), pc + 5, sp);
}

} // namespace flat::java::instruction
