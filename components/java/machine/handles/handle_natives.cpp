// SPDX-License-Identifier: BSD-2-Clause
// Native methods of java.lang.invoke: the fields that names stand for, from which VarHandles are
// made.
#include <java/machine/natives/natives.hpp>

namespace flat::java {

namespace native_of_handle {

namespace {

using native::need;
using native::no;

u32& flags_of(Call& call, Object* member) {
    return at<u32>(member, call.machine.field(*member->type, "flags", "I").offset);
}
Object*& reference_of(Call& call, Object* member, Text name, Text descriptor) {
    return at<Object*>(member, call.machine.field(*member->type, name, descriptor).offset);
}

/// The field of a class or of one above it that has a name and a type.
Field* find_field(Machine& machine, Class* in, Text name, Object const* type) {
    for (Class* each = in; each; each = each->super)
        for (u32 i = 0; i < each->field_count; ++i) {
            Field& field = each->fields[i];
            if (field.name->text != name) continue;
            Class* const found = machine.classes.of_descriptor(field.descriptor->text);
            if (found && machine.mirror_of(*found) == type) return &field;
        }
    for (u32 i = 0; in && i < in->all_interface_count; ++i)
        if (Field* const found = find_field(machine, in->all_interfaces[i], name, type))
            return found;
    return nullptr;
}

/// The field of a MemberName; none if it names none.
Field* field_of(Call& call, Object* member) {
    Object* const in = reference_of(call, member, "clazz", "Ljava/lang/Class;");
    Object* const string = reference_of(call, member, "name", "Ljava/lang/String;");
    Object* const type = reference_of(call, member, "type", "Ljava/lang/Object;");
    if (!in || !string || !type || type->type != call.machine.known.class_) return nullptr;
    TextBuffer<256> name;
    call.machine.put_string(string, name);
    return find_field(call.machine, call.machine.class_of_mirror(in), name.text(), type);
}

/// MethodHandleNatives.resolve: a name of a field has the field's class and flags from then on.
void resolve(Call& call) {
    constexpr u32 is_field = 0x40000; // constants of MethodHandleNatives
    constexpr u32 kind_shift = 24;
    constexpr u32 kind_mask = 0xf;
    constexpr u32 last_of_fields = 4;
    if (!need(call, 0)) return;
    Object* const member = call.object(0);
    u32 const kind = flags_of(call, member) >> kind_shift & kind_mask;
    if (kind == 0 || kind > last_of_fields) {
        call.run.raise("java/lang/UnsatisfiedLinkError", "method handles are not implemented");
        return;
    }
    Field const* const found = field_of(call, member);
    bool const is_static_kind = kind % 2 == 0;
    if (!found) {
        call.run.raise("java/lang/NoSuchFieldError", "there is no such field");
        return;
    }
    if (found->is_static() != is_static_kind) {
        call.run.raise("java/lang/IncompatibleClassChangeError", "the field is of the other kind");
        return;
    }
    reference_of(call, member, "clazz", "Ljava/lang/Class;") =
        call.machine.mirror_of(*found->owner);
    flags_of(call, member) = found->flags | is_field | kind << kind_shift;
    call.give(member);
}

void field_offset(Call& call) {
    if (!need(call, 0)) return;
    Field const* const found = field_of(call, call.object(0));
    if (!found)
        call.run.raise("java/lang/InternalError", "the name is not of a field");
    else if (found->is_static())
        call.give_long(address_of(found->owner->statics + found->offset));
    else
        call.give_long(found->offset);
}

constexpr Text natives = "java/lang/invoke/MethodHandleNatives";
constexpr NativeEntry entries[] = {
    {natives, "resolve", {}, resolve},
    {natives, "objectFieldOffset", {}, field_offset},
    {natives, "staticFieldOffset", {}, field_offset}, // an address, with no object
    {natives, "staticFieldBase", {}, native::null},
    {natives, "getNamedCon", {}, no},
};

} // namespace

} // namespace native_of_handle

Span<NativeEntry const> handle_natives() {
    return native_of_handle::entries;
}

} // namespace flat::java
