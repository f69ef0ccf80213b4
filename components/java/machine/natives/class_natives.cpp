// SPDX-License-Identifier: BSD-2-Clause
// Native methods of classes.
#include <java/machine/natives/natives.hpp>

namespace flat::java {

namespace native_of_class {

namespace {

using native::class_argument;
using native::need;
using native::no;
using native::null;

void init_class_name(Call& call) {
    Class& of = *class_argument(call, 0);
    Object* const name = call.machine.binary_name(of.name->text);
    Field const& field =
        call.machine.field(*call.machine.known.class_, "name", "Ljava/lang/String;");
    at<Object*>(call.object(0), field.offset) = name;
    call.give(name);
}
void get_primitive_class(Call& call) {
    TextBuffer<16> name;
    call.machine.put_string(call.object(0), name);
    constexpr Text names[] = {"boolean", "byte", "char",  "double", "float",
                              "int",     "long", "short", "void"};
    for (u32 i = 0; i < 9; ++i)
        if (name.text() == names[i])
            call.give(call.machine.mirror_of(*call.machine.classes.primitive("ZBCDFIJSV"[i])));
}
void is_array(Call& call) {
    call.give_int(class_argument(call, 0)->is_array());
}
void is_interface(Call& call) {
    call.give_int(class_argument(call, 0)->is_interface());
}
void is_primitive(Call& call) {
    call.give_int(class_argument(call, 0)->is_primitive());
}
void is_instance(Call& call) {
    Object* const object = call.object(1);
    call.give_int(object && is_subtype(object->type, class_argument(call, 0)));
}
void is_assignable_from(Call& call) {
    if (need(call, 1)) call.give_int(is_subtype(class_argument(call, 1), class_argument(call, 0)));
}
void get_superclass(Call& call) {
    Class const& of = *class_argument(call, 0);
    bool const has_one = of.super && !of.is_interface();
    call.give(has_one ? call.machine.mirror_of(*of.super) : nullptr);
}
void get_interfaces(Call& call) {
    Class const& of = *class_argument(call, 0);
    Array* const made =
        call.machine.heap.make_array(call.machine.known.classes, of.interface_count);
    for (u32 i = 0; i < of.interface_count; ++i)
        made->elements<Object*>()[i] = call.machine.mirror_of(*of.interfaces[i]);
    call.give(made);
}

/// Flags as the attribute InnerClasses of a class says them about itself, if it
/// does.
u16 inner_flags(Class const& of) {
    auto const attribute = of.file.attributes().find("InnerClasses");
    if (!attribute) return of.flags;
    ByteReader reader(attribute->bytes);
    for (u32 left = reader.u2(); left > 0; --left) {
        bool const is_own = of.constants().class_name(reader.u2()) == of.name->text;
        reader.u4();
        u16 const flags = reader.u2();
        if (is_own) return flags;
    }
    return of.flags;
}
void get_modifiers(Call& call) {
    call.give_int(inner_flags(*class_argument(call, 0)) & ~flags::is_super);
}
void access_flags(Call& call) {
    call.give_int(class_argument(call, 0)->flags & ~flags::is_super);
}

/// A class by the name that the first argument has, with dots; none if there is none.
[[gnu::noinline]] Class* class_named(Call& call) {
    constexpr usize name_max = 512;
    TextBuffer<name_max> name;
    call.machine.put_string(call.object(0), name);
    char slashed[name_max];
    Text const dotted = name.text();
    bool is_right = dotted.size() < name_max;
    for (usize i = 0; i < dotted.size(); ++i) {
        slashed[i] = dotted[i] == '.' ? '/' : dotted[i];
        is_right &= dotted[i] != '/';
    }
    Text const internal(slashed, dotted.size());
    return is_right ? call.machine.classes.load(call.machine.symbols.of_copy(internal)) : nullptr;
}

/// The same; none with an exception. What takes stack is here alone: an initialiser may ask for the
/// next class.
[[gnu::noinline]] Class* load_named(Call& call) {
    Class* const found = class_named(call);
    if (found) return found;
    TextBuffer<512> name;
    call.machine.put_string(call.object(0), name);
    call.run.raise("java/lang/ClassNotFoundException", name.text());
    return nullptr;
}

void for_name(Call& call) {
    if (!need(call, 0)) return;
    Class* const found = load_named(call);
    if (!found) return;
    if (call.integer(1) != 0 && !call.run.initialize(*found)) return;
    call.give(call.machine.mirror_of(*found));
}
/// The only loader finds classes of programs, too.
void find_boot_class(Call& call) {
    if (!need(call, 0)) return;
    Class* const found = class_named(call);
    call.give(found ? call.machine.mirror_of(*found) : nullptr);
}

/// The method that has called the one that asks: two frames up, without those of call sites.
void get_caller_class(Call& call) {
    Frame const* frame = call.run.frame;
    frame = frame ? frame->caller : nullptr;
    while (frame && !frame->method->owner->has_file())
        frame = frame->caller;
    call.give(frame ? call.machine.mirror_of(*frame->method->owner) : nullptr);
}

/// An attribute of a class; files older than the attribute have none, whatever they say.
Maybe<Attribute> attribute_of(Class const& of, Text name, u16 since) {
    if (of.file.major() < since) return nothing;
    return of.file.attributes().find(name);
}

Text host_name(Class const& of) {
    auto const attribute = attribute_of(of, "NestHost", 55);
    if (!attribute) return of.name->text;
    return of.constants().class_name(load_big_endian_u16(attribute->bytes.data()));
}
void get_nest_host(Call& call) {
    Class& of = *class_argument(call, 0);
    Class* const host = call.machine.classes.load(host_name(of));
    call.give(call.machine.mirror_of(host ? *host : of));
}
void are_nest_mates(Call& call) {
    call.give_int(host_name(*class_argument(call, 0)) == host_name(*class_argument(call, 1)));
}
void is_record(Call& call) {
    Class const& of = *class_argument(call, 0);
    call.give_int(of.super && of.super->name->text == Text("java/lang/Record"));
}

/// The part of the attribute InnerClasses that is about a class itself.
struct Inner {
    u16 outer;
    u16 name;
    bool is_there;
};
Inner inner_of(Class const& of) {
    auto const attribute = of.file.attributes().find("InnerClasses");
    if (!attribute) return {};
    ByteReader reader(attribute->bytes);
    for (u32 left = reader.u2(); left > 0; --left) {
        bool const is_own = of.constants().class_name(reader.u2()) == of.name->text;
        u16 const outer = reader.u2();
        u16 const name = reader.u2();
        reader.u2();
        if (is_own) return {outer, name, true};
    }
    return {};
}
void get_declaring_class(Call& call) {
    Class& of = *class_argument(call, 0);
    Inner const inner = inner_of(of);
    if (inner.outer == 0) return call.give(nullptr);
    Class* const outer = call.run.resolve_class(of, inner.outer);
    call.give(outer ? call.machine.mirror_of(*outer) : nullptr);
}
void get_simple_binary_name(Call& call) {
    Class& of = *class_argument(call, 0);
    Inner const inner = inner_of(of);
    call.give(inner.name ? call.machine.intern(of.constants().utf8(inner.name)) : nullptr);
}
void get_enclosing_method(Call& call) {
    Class& of = *class_argument(call, 0);
    auto const attribute = attribute_of(of, "EnclosingMethod", 49);
    if (!attribute) return call.give(nullptr);
    ByteReader reader(attribute->bytes);
    u16 const outer = reader.u2();
    u16 const method = reader.u2();
    Class* const found = call.run.resolve_class(of, outer);
    if (!found) return;
    Array* const made = call.machine.heap.make_array(call.machine.known.objects, 3);
    made->elements<Object*>()[0] = call.machine.mirror_of(*found);
    if (method != 0) {
        auto const what = of.constants().name_and_type(method);
        made->elements<Object*>()[1] = call.machine.intern(what.name);
        made->elements<Object*>()[2] = call.machine.intern(what.descriptor);
    }
    call.give(made);
}

constexpr Text class_object = "java/lang/Class";
constexpr NativeEntry entries[] = {
    {class_object, "initClassName", {}, init_class_name},
    {class_object, "getPrimitiveClass", {}, get_primitive_class},
    {class_object, "desiredAssertionStatus0", {}, no},
    {class_object, "isArray", {}, is_array},
    {class_object, "isInterface", {}, is_interface},
    {class_object, "isPrimitive", {}, is_primitive},
    {class_object, "isHidden", {}, no},
    {class_object, "isRecord0", {}, is_record},
    {class_object, "isInstance", {}, is_instance},
    {class_object, "isAssignableFrom", {}, is_assignable_from},
    {class_object, "getSuperclass", {}, get_superclass},
    {class_object, "getInterfaces0", {}, get_interfaces},
    {class_object, "getModifiers", {}, get_modifiers},
    {class_object, "forName0", {}, for_name},
    {class_object, "getNestHost0", {}, get_nest_host},
    {class_object, "getDeclaringClass0", {}, get_declaring_class},
    {class_object, "getSimpleBinaryName0", {}, get_simple_binary_name},
    {class_object, "getEnclosingMethod0", {}, get_enclosing_method},
    {class_object, "getProtectionDomain0", {}, null},
    {class_object, "getSigners", {}, null},
    {"java/lang/ClassLoader", "findBootstrapClass", {}, find_boot_class},
    {"jdk/internal/reflect/Reflection", "getCallerClass", {}, get_caller_class},
    {"jdk/internal/reflect/Reflection", "getClassAccessFlags", {}, access_flags},
    {"jdk/internal/reflect/Reflection", "areNestMates", {}, are_nest_mates},
};

} // namespace

} // namespace native_of_class

Span<NativeEntry const> class_natives() {
    return native_of_class::entries;
}

} // namespace flat::java
