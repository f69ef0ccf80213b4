// SPDX-License-Identifier: BSD-2-Clause
// Classes, methods and fields as the machine has them.
#pragma once

#include <java/class_file.hpp>
#include <java/machine/memory/object.hpp>

namespace flat::java {

class Call;
struct Frame;

/// A text of which there is one: equal ones are the same.
struct Symbol {
    Text text;
    Symbol* next;
    u32 hash;
};

struct Field {
    Class* owner;
    Symbol const* name;
    Symbol const* descriptor;
    u16 flags;
    u16 index;  ///< among the fields of its class
    u32 offset; ///< from the beginning of an object, or of the static fields of
                ///< its class

    bool is_static() const { return (flags & flags::is_static) != 0; }
    char kind() const { return descriptor->text[0]; }
};

/// What a native method does. Results and exceptions go to the call.
using Native = void (*)(Call&);

struct Method {
    Class* owner;
    Symbol const* name;
    Symbol const* descriptor;
    Native native; ///< of a native method, once it has been called
    u8* code;      ///< none of native and abstract methods; instructions change into
                   ///< faster ones
    Code file_code;
    i32 table_index; ///< in the table of virtual methods; -1 if it has none
    u16 flags;
    u16 index;
    u16 argument_slots; ///< with the receiver
    u16 max_locals;
    u16 max_stack;
    char result; ///< the first character of the descriptor of what it returns

    bool is(u16 flag) const { return (flags & flag) != 0; }
};

enum class ClassState : u8 { loaded, linked, verified, initializing, initialized, failed };

struct Class {
    ClassFile file;     ///< empty for arrays and primitive types
    Symbol const* name; ///< in internal form, or the descriptor of an array; of a
                        ///< primitive its name
    Class* next;        ///< of the same hash
    Class* super;
    Class** interfaces; ///< that it names
    u32 interface_count;
    Class** all_interfaces; ///< those of its superclasses and interfaces as well
    u32 all_interface_count;
    Field* fields;
    u32 field_count;
    Method* methods;
    u32 method_count;
    Method** table; ///< virtual methods
    u32 table_size;
    u32 instance_bytes;
    u32 reference_offset; ///< of the first own field that is a reference; the
                          ///< others follow
    u32 reference_count;
    u8* statics; ///< references first
    u32 static_reference_count;
    u64* pool;         ///< what constants have been resolved to, or 0
    Object* mirror;    ///< its java.lang.Class
    Class* element;    ///< of an array
    Class* array;      ///< whose elements it is the type of, or none
    Class* lower;      ///< while it is initialised: the one below, which waits for it
    u32 element_bytes; ///< of an array
    u16 flags;
    u16 initializer; ///< while it is initialised: the thread that does
    ClassState state;
    bool is_trusted; ///< of the class library, whose code nobody verifies
    char kind;       ///< L, [ or that of a primitive type

    bool is_interface() const { return (flags & flags::is_interface) != 0; }
    bool is_array() const { return kind == '['; }
    bool is_primitive() const { return kind != 'L' && kind != '['; }
    bool has_reference_elements() const { return is_array() && !element->is_primitive(); }
    /// Arrays have none, nor have classes that the machine makes for call sites.
    bool has_file() const { return file.major() != 0; }
    ConstantPool const& constants() const { return file.pool(); }
};

/// Whether every `sub` is a `super` (JVMS 17, 6.5, checkcast).
bool is_subtype(Class const* sub, Class const* super);

/// How many bytes a value of a descriptor takes in objects.
constexpr u32 bytes_of_kind(char kind) {
    switch (kind) {
    case 'Z':
    case 'B':
        return 1;
    case 'C':
    case 'S':
        return 2;
    case 'I':
    case 'F':
        return 4;
    default:
        return 8;
    }
}

} // namespace flat::java
