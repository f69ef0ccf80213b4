// SPDX-License-Identifier: BSD-2-Clause
// The classes of a machine: found, read, and what is above them (JVMS 17, 5.3).
#include <java/machine/linking/classes.hpp>

#include <java/names.hpp>

namespace flat::java {

namespace {

constexpr Text primitive_names[] = {"boolean", "byte", "char",  "double", "float",
                                    "int",     "long", "short", "void"};
constexpr char primitive_kinds[] = {'Z', 'B', 'C', 'D', 'F', 'I', 'J', 'S', 'V'};

} // namespace

bool is_subtype(Class const* sub, Class const* super) {
    if (sub == super) return true;
    if (super->is_interface()) {
        for (u32 i = 0; i < sub->all_interface_count; ++i)
            if (sub->all_interfaces[i] == super) return true;
        return false;
    }
    if (sub->is_array() && super->is_array()) {
        if (sub->element->is_primitive() || super->element->is_primitive())
            return sub->element == super->element;
        return is_subtype(sub->element, super->element);
    }
    for (Class const* each = sub->super; each; each = each->super)
        if (each == super) return true;
    return false;
}

Class* Classes::refuse(char const* exception, Text message) {
    problem_.exception = exception;
    problem_.message.clear();
    problem_.message.put(message);
    return nullptr;
}

Class* Classes::find(Symbol const* name) const {
    for (Class* each = table_[name->hash % buckets]; each; each = each->next)
        if (each->name == name) return each;
    return nullptr;
}

Class* Classes::load(Symbol const* name) {
    if (!name) return fail("java/lang/OutOfMemoryError", "names");
    if (Class* const found = find(name)) return found;
    if (native_.is_used_up()) return fail("java/lang/StackOverflowError", name->text);
    if (!name->text.is_empty() && name->text[0] == '[') return load_array(name);
    return load_file(name);
}

void Classes::add(Class& made) {
    made.next = table_[made.name->hash % buckets];
    table_[made.name->hash % buckets] = &made;
    ++count_;
}

Class* Classes::of_descriptor(Text descriptor) {
    if (descriptor[0] == '[') return load(symbols_.of_copy(descriptor));
    if (descriptor[0] != 'L') return primitive(descriptor[0]);
    return load(symbols_.of_copy(descriptor.after(1).first(descriptor.size() - 2)));
}

Class* Classes::primitive(char kind) {
    Class*& found = primitives_[kind - 'A'];
    if (found) return found;
    for (u32 i = 0; i < sizeof primitive_kinds; ++i) {
        if (primitive_kinds[i] != kind) continue;
        found = arena_.make<Class>();
        if (!found) return fail("java/lang/OutOfMemoryError", "classes");
        found->name = symbols_.of(primitive_names[i]);
        found->kind = kind;
        found->state = ClassState::initialized;
        found->flags = flags::is_public | flags::is_final | flags::is_abstract;
    }
    return found;
}

Class* Classes::array_of(Class* element) {
    if (element->array) return element->array;
    Text const inner = element->is_primitive() ? Text(&element->kind, 1) : element->name->text;
    bool const is_class = element->kind == 'L';
    char* const name = arena_.make<char>(inner.size() + 3);
    if (!name) return fail("java/lang/OutOfMemoryError", "classes");
    u32 size = 0;
    name[size++] = '[';
    if (is_class) name[size++] = 'L';
    memcpy(name + size, inner.data(), inner.size());
    size += static_cast<u32>(inner.size());
    if (is_class) name[size++] = ';';
    return load(symbols_.of(Text(name, size)));
}

/// From the inside to the outside: descriptors have up to 255 dimensions.
Class* Classes::load_array(Symbol const* name) {
    if (!is_field_descriptor(name->text)) return fail("java/lang/NoClassDefFoundError", name->text);
    u32 dimensions = 0;
    while (name->text[dimensions] == '[')
        ++dimensions;
    Class* made = of_descriptor(name->text.after(dimensions));
    while (made && dimensions > 0) {
        Symbol const* const outer = symbols_.of(name->text.after(--dimensions));
        if (!outer) return fail("java/lang/OutOfMemoryError", "names");
        Class* const found = find(outer);
        made = found ? found : make_array(outer, made);
    }
    return made;
}

Class* Classes::make_array(Symbol const* name, Class* element) {
    Class* const object = load("java/lang/Object");
    Class* const cloneable = object ? load("java/lang/Cloneable") : nullptr;
    Class* const serializable = cloneable ? load("java/io/Serializable") : nullptr;
    if (!serializable) return nullptr;
    auto* const made = arena_.make<Class>();
    if (!made) return fail("java/lang/OutOfMemoryError", "classes");
    made->name = name;
    made->kind = '[';
    made->element = element;
    made->element_bytes = bytes_of_kind(element->kind);
    made->super = object;
    made->interfaces = made->all_interfaces = arena_.make<Class*>(2);
    if (!made->interfaces) return fail("java/lang/OutOfMemoryError", "classes");
    made->interfaces[0] = cloneable;
    made->interfaces[1] = serializable;
    made->interface_count = made->all_interface_count = 2;
    made->table = object->table;
    made->table_size = object->table_size;
    made->state = ClassState::initialized;
    made->flags = static_cast<u16>((element->flags & flags::is_public) | flags::is_final |
                                   flags::is_abstract);
    element->array = made;
    add(*made);
    return made;
}

/// The classes above it first, however many they are.
Class* Classes::load_file(Symbol const* name) {
    Class* const outer = opened_;
    Class* made = nullptr;
    bool is_right = open_chain(name);
    while (is_right && opened_ != outer) {
        made = opened_;
        is_right = complete(*made);
        opened_ = made->next;
        if (is_right) add(*made);
    }
    opened_ = outer;
    return is_right ? made : nullptr;
}

/// Opens a class and those above it that are not there yet.
bool Classes::open_chain(Symbol const* name) {
    for (;;) {
        if (is_loading(name)) return fail("java/lang/ClassCircularityError", name->text);
        Class* const opened = open(name);
        if (!opened) return false;
        opened->next = opened_;
        opened_ = opened;
        Text const super = opened->file.super_name();
        if (super.is_empty()) return true;
        name = symbols_.of(super);
        if (!name) return fail("java/lang/OutOfMemoryError", "names");
        if (find(name)) return true;
    }
}

bool Classes::is_loading(Symbol const* name) const {
    for (Class const* each = opened_; each; each = each->next)
        if (each->name == name) return true;
    return false;
}

Class* Classes::open(Symbol const* name) {
    bool is_trusted = false;
    Span<u8 const> const bytes = source_.find(name->text, is_trusted);
    if (bytes.is_empty()) return fail("java/lang/NoClassDefFoundError", name->text);
    return read(name, bytes, is_trusted);
}

Class* Classes::read(Symbol const* name, Span<u8 const> bytes, bool is_trusted) {
    u32 const constants = ClassFile::room_needed(bytes);
    auto* const room = arena_.make<u32>(constants);
    auto* const made = arena_.make<Class>();
    u64* const pool = arena_.make<u64>(constants);
    if (!room || !made || !pool) return fail("java/lang/OutOfMemoryError", "classes");
    auto const found = ClassFile::read(bytes, Span<u32>(room, constants),
                                       is_trusted ? Checks::structure : Checks::all);
    if (found.is_error()) {
        FormatProblem const problem = found.error();
        bool const is_version = problem.kind == FormatProblem::Kind::version;
        fail(is_version ? "java/lang/UnsupportedClassVersionError" : "java/lang/ClassFormatError",
             name->text);
        format(problem_.message, ": {} at byte {}", problem.what, problem.offset);
        return nullptr;
    }
    made->file = found.value();
    if (made->file.name() != name->text) {
        fail("java/lang/NoClassDefFoundError", name->text);
        format(problem_.message, " (wrong name: {})", made->file.name());
        return nullptr;
    }
    if ((made->file.flags() & flags::is_module) != 0) {
        fail("java/lang/NoClassDefFoundError", name->text);
        problem_.message.put(" is a module");
        return nullptr;
    }
    made->name = name;
    made->kind = 'L';
    made->flags = made->file.flags();
    made->pool = pool;
    made->is_trusted = is_trusted;
    return made;
}

/// Everything but what the file itself says: those above it are there.
bool Classes::complete(Class& made) {
    made.state = made.is_trusted ? ClassState::verified : ClassState::linked;
    return take_parents(made) && take_fields(made) && take_methods(made) && make_table(made);
}

bool Classes::take_parents(Class& made) {
    Text const super = made.file.super_name();
    if (!super.is_empty()) {
        made.super = load(symbols_.of(super));
        if (!made.super) return false;
        if (made.super->is_interface() || (made.super->flags & flags::is_final) != 0) {
            fail("java/lang/IncompatibleClassChangeError", made.name->text);
            format(problem_.message, " has {} as its superclass, which is {}", super,
                   made.super->is_interface() ? "an interface" : "final");
            return false;
        }
    }
    made.interface_count = made.file.interface_count();
    made.interfaces = arena_.make<Class*>(made.interface_count);
    if (!made.interfaces) return fail("java/lang/OutOfMemoryError", "classes");
    for (u32 i = 0; i < made.interface_count; ++i) {
        made.interfaces[i] = load(symbols_.of(made.file.interface_name(i)));
        if (!made.interfaces[i]) return false;
        if (!made.interfaces[i]->is_interface()) {
            fail("java/lang/IncompatibleClassChangeError", made.name->text);
            format(problem_.message, " has {} as an interface, which is none",
                   made.interfaces[i]->name->text);
            return false;
        }
    }
    return collect_interfaces(made);
}

bool Classes::collect_interfaces(Class& made) {
    u64 most = made.super ? made.super->all_interface_count : 0;
    for (u32 i = 0; i < made.interface_count; ++i)
        most += 1 + u64{made.interfaces[i]->all_interface_count};
    made.all_interfaces = arena_.make<Class*>(most);
    if (!made.all_interfaces) return fail("java/lang/OutOfMemoryError", "classes");
    auto const take = [&](Class* interface) {
        for (u32 i = 0; i < made.all_interface_count; ++i)
            if (made.all_interfaces[i] == interface) return;
        made.all_interfaces[made.all_interface_count++] = interface;
    };
    for (u32 i = 0; made.super && i < made.super->all_interface_count; ++i)
        take(made.super->all_interfaces[i]);
    for (u32 i = 0; i < made.interface_count; ++i) {
        take(made.interfaces[i]);
        for (u32 j = 0; j < made.interfaces[i]->all_interface_count; ++j)
            take(made.interfaces[i]->all_interfaces[j]);
    }
    return true;
}

} // namespace flat::java
