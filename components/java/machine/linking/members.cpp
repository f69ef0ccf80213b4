// SPDX-License-Identifier: BSD-2-Clause
// Members of classes: where fields lie, and the tables of virtual methods (JVMS
// 17, 5.4.3 to 5.4.6).
#include <java/machine/linking/classes.hpp>
#include <java/names.hpp>

namespace flat::java {

namespace {

constexpr u16 access_package = flags::is_public | flags::is_protected | flags::is_private;

/// Whether a method overrides one of the same name and descriptor above
/// (5.4.5).
bool overrides(Method const& lower, Method const& upper) {
    if ((upper.flags & flags::is_private) != 0) return false;
    if ((upper.flags & access_package) != 0) return true;
    return package_of(lower.owner->name->text) == package_of(upper.owner->name->text);
}

bool is_virtual(Method const& method) {
    return !method.is(flags::is_static) && !method.is(flags::is_private) &&
           method.name->text[0] != '<';
}

bool is_same(Method const& a, Method const& b) {
    return a.name == b.name && a.descriptor == b.descriptor;
}

/// Whether of two methods of interfaces one is more specific, or has code when the other, which is
/// not more specific itself, has none.
bool is_preferred(Method const& method, Method const& to) {
    if (is_subtype(method.owner, to.owner)) return true;
    bool const is_first_code = to.is(flags::is_abstract) && !method.is(flags::is_abstract);
    return is_first_code && !is_subtype(to.owner, method.owner);
}

} // namespace

bool Classes::take_fields(Class& made) {
    Members members = made.file.fields();
    made.field_count = members.left();
    made.fields = arena_.make<Field>(made.field_count);
    if (!made.fields) return fail("java/lang/OutOfMemoryError", "classes");
    u32 index = 0;
    while (auto const member = members.next()) {
        Field& field = made.fields[index];
        field = {&made,         symbols_.of(member->name), symbols_.of(member->descriptor),
                 member->flags, static_cast<u16>(index),   0};
        ++index;
    }
    lay_out(made);
    if (!made.statics) return fail("java/lang/OutOfMemoryError", "classes");
    members = made.file.fields();
    for (u32 i = 0; i < made.field_count; ++i) {
        auto const member = members.next();
        if (made.fields[i].is_static()) set_constant(made, made.fields[i], member->attributes);
    }
    return true;
}

/// Own fields after those of the superclass, the largest first, so that each is
/// aligned; of the largest, references first.
void Classes::lay_out(Class& made) {
    u64 instance = made.super ? made.super->instance_bytes : sizeof(Object);
    u64 statics = 0;
    auto const is_reference = [](Field const& each) {
        return each.kind() == 'L' || each.kind() == '[';
    };
    auto const place = [&](u32 bytes, bool references) {
        for (u32 i = 0; i < made.field_count; ++i) {
            Field& field = made.fields[i];
            if (bytes_of_kind(field.kind()) != bytes || is_reference(field) != references) continue;
            u64& next = field.is_static() ? statics : instance;
            next = align_up<u64>(next, bytes);
            field.offset = static_cast<u32>(next);
            next += bytes;
            if (!references) continue;
            u32& count = field.is_static() ? made.static_reference_count : made.reference_count;
            if (count++ == 0 && !field.is_static()) made.reference_offset = field.offset;
        }
    };
    place(8, true);
    for (u32 bytes = 8; bytes > 0; bytes /= 2)
        place(bytes, false);
    made.instance_bytes = static_cast<u32>(instance);
    made.statics = arena_.make<u8>(statics);
}

/// Numbers of constant fields; texts are set when the class is initialised.
void Classes::set_constant(Class& made, Field& field, Attributes const& attributes) {
    auto const value = attributes.find("ConstantValue");
    if (!value) return;
    u16 const index = load_big_endian_u16(value->bytes.data());
    u8* const to = made.statics + field.offset;
    ConstantPool const& pool = made.constants();
    switch (field.kind()) {
    case 'J':
        at<i64>(to, 0) = pool.long_(index);
        break;
    case 'D':
        at<u64>(to, 0) = pool.double_bits(index);
        break;
    case 'F':
        at<u32>(to, 0) = pool.float_bits(index);
        break;
    case 'I':
        at<i32>(to, 0) = pool.integer(index);
        break;
    case 'C':
    case 'S':
        at<u16>(to, 0) = static_cast<u16>(pool.integer(index));
        break;
    case 'B':
    case 'Z':
        at<u8>(to, 0) = static_cast<u8>(pool.integer(index));
        break;
    default:
        break;
    }
}

bool Classes::take_methods(Class& made) {
    Members members = made.file.methods();
    made.method_count = members.left();
    made.methods = arena_.make<Method>(made.method_count);
    if (!made.methods) return fail("java/lang/OutOfMemoryError", "classes");
    for (u32 i = 0; auto const member = members.next(); ++i)
        if (!fill(made.methods[i], *member, made, i)) return false;
    return true;
}

bool Classes::fill(Method& method, Member const& member, Class& made, u32 index) {
    method.owner = &made;
    method.name = symbols_.of(member.name);
    method.descriptor = symbols_.of(member.descriptor);
    method.flags = member.flags;
    // It is static whatever its flags say, which old files leave out (2.9.2).
    if (member.name == Text("<clinit>")) method.flags = flags::is_static;
    method.index = static_cast<u16>(index);
    method.table_index = -1;
    u32 const receiver = method.is(flags::is_static) ? 0 : 1;
    method.argument_slots = static_cast<u16>(parameter_slots(member.descriptor) + receiver);
    method.result = return_descriptor(member.descriptor)[0];
    method.max_locals = method.argument_slots;
    if (auto const code = made.file.code(member)) {
        method.file_code = *code;
        method.max_locals = max(code->max_locals, method.argument_slots);
        method.max_stack = code->max_stack;
        method.code = arena_.make<u8>(code->bytes.size() + 8);
        if (!method.code) return fail("java/lang/OutOfMemoryError", "classes");
        memcpy(method.code, code->bytes.data(), code->bytes.size());
    }
    return true;
}

bool Classes::make_table(Class& made) {
    u64 most = made.method_count + u64{made.super ? made.super->table_size : 0};
    if (!made.is_interface())
        for (u32 i = 0; i < made.all_interface_count; ++i)
            most += made.all_interfaces[i]->method_count;
    made.table = arena_.make<Method*>(most);
    if (!made.table) return fail("java/lang/OutOfMemoryError", "classes");
    u32 const inherited = made.super && !made.is_interface() ? made.super->table_size : 0;
    if (inherited > 0)
        memcpy(static_cast<void*>(made.table), static_cast<void const*>(made.super->table),
               inherited * sizeof(Method*));
    made.table_size = inherited;
    for (u32 i = 0; i < made.method_count; ++i)
        if (is_virtual(made.methods[i]) && !place(made, made.methods[i], inherited)) return false;
    if (made.is_interface()) return true;
    for (u32 i = 0; i < made.all_interface_count; ++i) {
        Class& interface = *made.all_interfaces[i];
        for (u32 j = 0; j < interface.method_count; ++j)
            if (is_virtual(interface.methods[j])) add_default(made, interface.methods[j]);
    }
    return true;
}

bool Classes::place(Class& made, Method& method, u32 inherited) {
    bool is_placed = false;
    for (u32 i = 0; i < inherited; ++i) {
        Method const& above = *made.table[i];
        if (!is_same(above, method) || !overrides(method, above)) continue;
        if (above.is(flags::is_final)) {
            fail("java/lang/IncompatibleClassChangeError", "class ");
            format(problem_.message, "{} overrides final method {}.{}{}", made.name->text,
                   above.owner->name->text, method.name->text, method.descriptor->text);
            return false;
        }
        made.table[i] = &method;
        method.table_index = static_cast<i32>(i);
        is_placed = true;
    }
    if (is_placed) return true;
    method.table_index = static_cast<i32>(made.table_size);
    made.table[made.table_size++] = &method;
    return true;
}

/// A method of an interface that no class has: the most specific one that is
/// not abstract, else any.
void Classes::add_default(Class& made, Method& method) {
    for (u32 i = 0; i < made.table_size; ++i) {
        Method const& present = *made.table[i];
        if (!is_same(present, method)) continue;
        if (!present.owner->is_interface()) return;
        if (is_preferred(method, present)) made.table[i] = &method;
        return;
    }
    made.table[made.table_size++] = &method;
}

Method* Classes::own_method(Class* in, Symbol const* name, Symbol const* descriptor) {
    for (u32 i = 0; i < in->method_count; ++i)
        if (in->methods[i].name == name && in->methods[i].descriptor == descriptor)
            return &in->methods[i];
    return nullptr;
}

Method* Classes::find_method(Class* in, Symbol const* name, Symbol const* descriptor) {
    for (Class* each = in; each; each = each->super)
        if (Method* const found = own_method(each, name, descriptor)) return found;
    Method* best = nullptr;
    for (u32 i = 0; i < in->all_interface_count; ++i) {
        Method* const found = own_method(in->all_interfaces[i], name, descriptor);
        if (found && is_virtual(*found) && (!best || is_preferred(*found, *best))) best = found;
    }
    return best;
}

Field* Classes::find_field(Class* in, Symbol const* name, Symbol const* descriptor) {
    for (Class* each = in; each; each = each->super) {
        for (u32 i = 0; i < each->field_count; ++i)
            if (each->fields[i].name == name && each->fields[i].descriptor == descriptor)
                return &each->fields[i];
        for (u32 i = 0; i < each->interface_count; ++i)
            if (Field* const found = find_field(each->interfaces[i], name, descriptor))
                return found;
    }
    return nullptr;
}

Method* Classes::select(Class* receiver, Method* called) {
    u64 const key = address_of(receiver) / 32 + address_of(called) / 16;
    Selected& known = selected_[key % selected_max];
    if (known.receiver == receiver && known.called == called) return known.found;
    // The verifier lets any object stand for any interface.
    bool const is_foreign = called->owner->is_interface() && !is_subtype(receiver, called->owner);
    Method* found = !is_foreign && called->is(flags::is_private) ? called : nullptr;
    for (u32 i = 0; !is_foreign && !found && i < receiver->table_size; ++i)
        if (is_same(*receiver->table[i], *called)) found = receiver->table[i];
    known = {receiver, called, found};
    return found;
}

} // namespace flat::java
