// SPDX-License-Identifier: BSD-2-Clause
// Native methods of reflection: the fields, methods and constructors of a
// class, and calls of them.
#include <java/machine/call_sites/boxes.hpp>
#include <java/machine/natives/natives.hpp>
#include <java/names.hpp>

namespace flat::java {

namespace native_of_reflection {

namespace {

using native::class_argument;
using native::need;
using native::null;

constexpr u64 member_bytes = 1024; ///< what an object for a member takes, with its texts

void set(Call& call, Object* to, Text name, Text descriptor, Object* value) {
    at<Object*>(to, call.machine.field(*to->type, name, descriptor).offset) = value;
}
void set_int(Call& call, Object* to, Text name, i32 value) {
    at<i32>(to, call.machine.field(*to->type, name, "I").offset) = value;
}

/// The classes of the parameters of a descriptor, as Class[]; none with an
/// exception.
Object* parameter_types(Call& call, Text descriptor) {
    Text rest = descriptor.after(1);
    u32 count = 0;
    for (Text each = rest; each[0] != ')'; each = each.after(field_descriptor_size(each)))
        ++count;
    Array* const made = call.machine.heap.make_array(call.machine.known.classes, count);
    for (u32 i = 0; i < count; ++i) {
        usize const size = field_descriptor_size(rest);
        Class* const type = call.machine.classes.of_descriptor(rest.first(size));
        if (!type) {
            call.run.raise_problem();
            return nullptr;
        }
        made->elements<Object*>()[i] = call.machine.mirror_of(*type);
        rest = rest.after(size);
    }
    return made;
}

Object* make_field(Call& call, Class* type, Field const& field) {
    Object* const made = call.machine.heap.make(type);
    Class* const of = call.machine.classes.of_descriptor(field.descriptor->text);
    if (!of) {
        call.run.raise_problem();
        return nullptr;
    }
    set(call, made, "clazz", "Ljava/lang/Class;", call.machine.mirror_of(*field.owner));
    set_int(call, made, "slot", field.index);
    set(call, made, "name", "Ljava/lang/String;", call.machine.intern(field.name->text));
    set(call, made, "type", "Ljava/lang/Class;", call.machine.mirror_of(*of));
    set_int(call, made, "modifiers", field.flags);
    return made;
}

/// A Method, or without a name and a result a Constructor.
Object* make_method(Call& call, Class* type, Method const& method) {
    Object* const made = call.machine.heap.make(type);
    Object* const parameters = parameter_types(call, method.descriptor->text);
    if (!parameters) return nullptr;
    set(call, made, "clazz", "Ljava/lang/Class;", call.machine.mirror_of(*method.owner));
    set_int(call, made, "slot", method.index);
    set(call, made, "parameterTypes", "[Ljava/lang/Class;", parameters);
    set(call, made, "exceptionTypes", "[Ljava/lang/Class;",
        call.machine.heap.make_array(call.machine.known.classes, 0));
    set_int(call, made, "modifiers", method.flags);
    if (method.name->text[0] == '<') return made;
    Class* const result =
        call.machine.classes.of_descriptor(return_descriptor(method.descriptor->text));
    if (!result) {
        call.run.raise_problem();
        return nullptr;
    }
    set(call, made, "name", "Ljava/lang/String;", call.machine.intern(method.name->text));
    set(call, made, "returnType", "Ljava/lang/Class;", call.machine.mirror_of(*result));
    return made;
}

/// An array of what `make` makes of each member that is wanted.
template<class Member, class Wanted>
void members(Call& call, Text name, Member* all, u32 all_count, Wanted wanted,
             Object* (*make)(Call&, Class*, Member const&)) {
    bool const is_public_only = call.integer(1) != 0;
    auto const is_wanted = [&](Member const& each) {
        return wanted(each) && (!is_public_only || (each.flags & flags::is_public) != 0);
    };
    u32 count = 0;
    for (u32 i = 0; i < all_count; ++i)
        count += is_wanted(all[i]);
    Class* const type = call.machine.classes.load(name);
    Class* const array = type ? call.machine.classes.array_of(type) : nullptr;
    if (!array) {
        call.run.raise_problem();
        return;
    }
    if (!call.run.initialize(*type) || !call.run.ensure(count * member_bytes)) return;
    Array* const made = call.machine.heap.make_array(array, count);
    for (u32 i = 0, next = 0; i < all_count; ++i) {
        if (!is_wanted(all[i])) continue;
        Object* const member = make(call, type, all[i]);
        if (!member) return;
        made->elements<Object*>()[next++] = member;
    }
    call.give(made);
}

void get_fields(Call& call) {
    Class const& of = *class_argument(call, 0);
    members(
        call, "java/lang/reflect/Field", of.fields, of.field_count,
        [](Field const&) { return true; }, make_field);
}
void get_methods(Call& call) {
    Class const& of = *class_argument(call, 0);
    members(
        call, "java/lang/reflect/Method", of.methods, of.method_count,
        [](Method const& each) { return each.name->text[0] != '<'; }, make_method);
}
void get_constructors(Call& call) {
    Class const& of = *class_argument(call, 0);
    members(
        call, "java/lang/reflect/Constructor", of.methods, of.method_count,
        [](Method const& each) { return each.name->text == Text("<init>"); }, make_method);
}

/// The class and the index that an object of reflection has.
template<class Member>
Member* member_of(Call& call, u32 slot, Member* Class::* all) {
    Object* const object = call.object(slot);
    Machine& machine = call.machine;
    Field const& of = machine.field(*object->type, "clazz", "Ljava/lang/Class;");
    Class* const owner = machine.class_of_mirror(at<Object*>(object, of.offset));
    return owner->*all + at<u32>(object, machine.field(*object->type, "slot", "I").offset);
}
void field_offset(Call& call) {
    if (need(call, 1)) call.give_long(member_of(call, 1, &Class::fields)->offset);
}
/// Static fields have an address, and no object around them.
void static_field_offset(Call& call) {
    if (!need(call, 1)) return;
    Field const& field = *member_of(call, 1, &Class::fields);
    call.give_long(address_of(field.owner->statics + field.offset));
}

/// Calls by reflection go through here however often they happen: code is not
/// made for them.
void keep_calls_native(Call& call) {
    Class* const factory = call.machine.classes.load("jdk/internal/reflect/ReflectionFactory");
    if (!factory) return;
    at<i32>(factory->statics, call.machine.field(*factory, "inflationThreshold", "I").offset) =
        0x7fffffff;
}

/// Arguments from Object[]; false with an exception.
[[gnu::noinline]] bool take_arguments(Call& call, Method const& method, Array* from, Slot* to) {
    Text rest = method.descriptor->text.after(1);
    u32 count = 0;
    for (; rest[0] != ')'; ++count) {
        usize const size = field_descriptor_size(rest);
        if (!from || count >= from->length) break;
        Object* const each = from->elements<Object*>()[count];
        if (rest[0] == 'L' || rest[0] == '[') {
            Class* const type = call.machine.classes.of_descriptor(rest.first(size));
            if (!type) return call.run.raise_problem();
            if (each && !is_subtype(each->type, type))
                return call.run.raise("java/lang/IllegalArgumentException",
                                      "argument type mismatch");
            *to++ = to_slot(each);
        } else {
            if (!unbox(call.machine, each, rest[0], to))
                return call.run.raise("java/lang/IllegalArgumentException",
                                      "argument type mismatch");
            to += slots_of(rest[0]);
        }
        rest = rest.after(size);
    }
    bool const is_all = rest[0] == ')' && count == (from ? from->length : 0);
    return is_all ||
           call.run.raise("java/lang/IllegalArgumentException", "wrong number of arguments");
}

/// What a called method has thrown, as the cause of an
/// InvocationTargetException.
[[gnu::noinline]] void wrap_exception(Call& call) {
    if (call.machine.has_exited) return;
    u32 const cause = call.run.keep(call.run.exception);
    call.run.exception = nullptr;
    Class* const type = call.machine.classes.load("java/lang/reflect/InvocationTargetException");
    if (!type) call.run.raise_problem();
    if (type && call.run.initialize(*type) && call.run.ensure(0)) {
        u32 const made = call.run.keep(call.machine.heap.make(type));
        Slot const arguments[] = {to_slot(call.run.kept(made)), to_slot(call.run.kept(cause))};
        Method* const init =
            Classes::own_method(type, call.machine.symbols.of("<init>"),
                                call.machine.symbols.of("(Ljava/lang/Throwable;)V"));
        if (init && call.run.call(*init, arguments)) call.run.exception = call.run.kept(made);
    }
    call.run.drop_to(cause);
}

void invoke(Call& call) {
    keep_calls_native(call);
    Method* method = member_of(call, 0, &Class::methods);
    if (!method->is(flags::is_static)) {
        if (!need(call, 1)) return;
        if (!is_subtype(call.object(1)->type, method->owner)) {
            call.run.raise("java/lang/IllegalArgumentException",
                           "object is not an instance of declaring class");
            return;
        }
        Method* const selected = call.machine.classes.select(call.object(1)->type, method);
        method = selected ? selected : method;
    }
    if (!call.run.initialize(*method->owner)) return;
    Slot* const arguments = call.run.room_for_arguments(method->argument_slots);
    if (!arguments) return;
    Slot* to = arguments;
    if (!method->is(flags::is_static)) *to++ = call.slots()[1];
    if (!take_arguments(call, *method, call.array(2), to)) return;
    if (!call.run.call(*method, arguments)) return wrap_exception(call);
    if (method->result == 'V') return call.give(nullptr);
    if (method->result != 'L' && method->result != '[') (void)box(call.run, method->result);
}

void new_instance(Call& call) {
    keep_calls_native(call);
    Method& method = *member_of(call, 0, &Class::methods);
    Class& type = *method.owner;
    if ((type.flags & flags::is_abstract) != 0) {
        call.run.raise("java/lang/InstantiationException", type.name->text);
        return;
    }
    if (!call.run.initialize(type) || !call.run.ensure(type.instance_bytes)) return;
    Slot* const arguments = call.run.room_for_arguments(method.argument_slots);
    if (!arguments) return;
    u32 const made = call.run.keep(call.machine.heap.make(&type));
    arguments[0] = to_slot(call.run.kept(made));
    bool const is_taken = take_arguments(call, method, call.array(1), arguments + 1);
    if (is_taken && call.run.call(method, arguments))
        call.give(call.run.kept(made));
    else if (is_taken)
        wrap_exception(call);
    call.run.drop_to(made);
}

constexpr Text class_object = "java/lang/Class";
constexpr Text unsafe = "jdk/internal/misc/Unsafe";
constexpr NativeEntry entries[] = {
    {class_object, "getDeclaredFields0", {}, get_fields},
    {class_object, "getDeclaredMethods0", {}, get_methods},
    {class_object, "getDeclaredConstructors0", {}, get_constructors},
    {class_object, "getGenericSignature0", {}, null},
    {class_object, "getConstantPool", {}, null}, // of annotations, of which there are none
    {class_object, "getRawAnnotations", {}, null},
    {class_object, "getRawTypeAnnotations", {}, null},
    {unsafe, "objectFieldOffset0", {}, field_offset},
    {unsafe, "staticFieldOffset0", {}, static_field_offset},
    {unsafe, "staticFieldBase0", {}, null},
    {"jdk/internal/reflect/NativeMethodAccessorImpl", "invoke0", {}, invoke},
    {"jdk/internal/reflect/NativeConstructorAccessorImpl", "newInstance0", {}, new_instance},
};

} // namespace

} // namespace native_of_reflection

Span<NativeEntry const> reflection_natives() {
    return native_of_reflection::entries;
}

} // namespace flat::java
