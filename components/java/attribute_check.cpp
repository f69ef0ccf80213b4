// SPDX-License-Identifier: BSD-2-Clause
// The predefined attributes (JVMS 17, 4.7).
#include <java/attribute_check.hpp>

namespace flat::java {

/// An attribute that has a meaning: where, since when, and what it consists of.
struct AttributeCheck::Kind {
    Text name;
    u8 locations;
    u16 since;
    bool is_only_reflected; // the machine does without it, or reads it with care
    bool (AttributeCheck::*check)(ByteReader&);
};

constexpr AttributeCheck::Kind AttributeCheck::kinds[] = {
    {"Code", of_method, 45, false, &AttributeCheck::code},
    {"ConstantValue", of_field, 45, false, &AttributeCheck::constant_value},
    {"StackMapTable", of_code, 50, true, &AttributeCheck::stack_map},
    {"LineNumberTable", of_code, 45, true, &AttributeCheck::line_numbers},
    {"Exceptions", of_method, 45, false, &AttributeCheck::classes},
    {"BootstrapMethods", of_class, 51, false, &AttributeCheck::bootstrap_methods},
    {"InnerClasses", of_class, 45, false, &AttributeCheck::inner_classes},
    {"EnclosingMethod", of_class, 49, false, &AttributeCheck::enclosing_method},
    {"NestHost", of_class, 55, false, &AttributeCheck::class_index},
    {"NestMembers", of_class, 55, false, &AttributeCheck::classes},
    {"PermittedSubclasses", of_class, 61, false, &AttributeCheck::classes},
    {"Record", of_class, 60, false, &AttributeCheck::record},
    {"Signature", of_class | of_field | of_method | of_record, 49, false,
     &AttributeCheck::any_text},
    {"SourceFile", of_class, 45, false, &AttributeCheck::any_text},
    {"Synthetic", of_class | of_field | of_method, 45, false, &AttributeCheck::empty},
    {"Deprecated", of_class | of_field | of_method, 45, false, &AttributeCheck::empty},
    {"MethodParameters", of_method, 52, true, &AttributeCheck::method_parameters},
    {"SourceDebugExtension", of_class, 49, true, &AttributeCheck::anything},
    {"LocalVariableTable", of_code, 45, true, &AttributeCheck::local_variables},
    {"LocalVariableTypeTable", of_code, 49, true, &AttributeCheck::local_variables},
    {"RuntimeVisibleAnnotations", of_class | of_field | of_method | of_record, 49, true,
     &AttributeCheck::annotations},
    {"RuntimeInvisibleAnnotations", of_class | of_field | of_method | of_record, 49, true,
     &AttributeCheck::annotations},
    {"RuntimeVisibleParameterAnnotations", of_method, 49, true,
     &AttributeCheck::parameter_annotations},
    {"RuntimeInvisibleParameterAnnotations", of_method, 49, true,
     &AttributeCheck::parameter_annotations},
    {"RuntimeVisibleTypeAnnotations", of_class | of_field | of_method | of_code | of_record, 52,
     true, &AttributeCheck::type_annotations},
    {"RuntimeInvisibleTypeAnnotations", of_class | of_field | of_method | of_code | of_record, 52,
     true, &AttributeCheck::type_annotations},
    {"AnnotationDefault", of_method, 49, true, &AttributeCheck::default_value},
    {"Module", of_class, 53, false, &AttributeCheck::module},
    {"ModulePackages", of_class, 53, false, &AttributeCheck::module_packages},
    {"ModuleMainClass", of_class, 53, false, &AttributeCheck::class_index},
};

bool AttributeCheck::all(ByteReader& reader) {
    for (u32 left = reader.u2(); left > 0; --left)
        if (!one(reader)) return false;
    return checker_.require(!reader.is_truncated(), "the file ends within a list of attributes",
                            reader.offset());
}

bool AttributeCheck::has(Text name) const {
    for (u32 i = 0; i < sizeof kinds / sizeof kinds[0]; ++i)
        if (kinds[i].name == name) return (seen_ >> i & 1) != 0;
    return false;
}

bool AttributeCheck::one(ByteReader& reader) {
    u32 const offset = reader.offset();
    u16 const name_index = reader.u2();
    u32 const size = reader.u4();
    u32 const begin = reader.offset();
    Span<u8 const> const bytes = reader.take(size);
    if (!checker_.require(!reader.is_truncated(), "an attribute is longer than what is around it",
                          offset))
        return false;
    if (checker_.pool.kind(name_index) != Constant::utf8)
        return checker_.fail("the name of an attribute is no text", offset);
    Text const name = checker_.pool.utf8(name_index);
    for (u32 i = 0; i < sizeof kinds / sizeof kinds[0]; ++i) {
        if (kinds[i].name != name) continue;
        if ((kinds[i].locations & location_) == 0 || checker_.major < kinds[i].since) return true;
        bool const may_repeat = name.starts_with("L"); // tables of lines and local variables
        if ((seen_ >> i & 1) != 0 && !may_repeat)
            return checker_.fail("an attribute is there twice", offset);
        seen_ |= 1u << i;
        ByteReader inner(bytes, begin);
        return known(kinds[i], inner, offset);
    }
    return true; // what nobody knows is to be ignored (4.7.1)
}

bool AttributeCheck::known(Kind const& kind, ByteReader& reader, u32 offset) {
    if (kind.is_only_reflected && checker_.checks == Checks::structure) return true;
    return (this->*kind.check)(reader) &&
           checker_.require(!reader.is_truncated(), "an attribute is shorter than what it holds",
                            offset) &&
           checker_.require(reader.is_at_end(), "an attribute is longer than what it holds",
                            reader.offset());
}

bool AttributeCheck::constant_value(ByteReader& reader) {
    u32 const offset = reader.offset();
    Constant const kind = checker_.pool.kind(reader.u2());
    Constant wanted = Constant::integer;
    switch (descriptor.is_empty() ? 'V' : descriptor[0]) {
    case 'J':
        wanted = Constant::long_;
        break;
    case 'F':
        wanted = Constant::float_;
        break;
    case 'D':
        wanted = Constant::double_;
        break;
    case 'L':
        wanted = descriptor == Text("Ljava/lang/String;") ? Constant::string : Constant::none;
        break;
    case '[':
        wanted = Constant::none;
        break;
    default:
        break;
    }
    return checker_.require(kind == wanted && kind != Constant::none,
                            "the constant of a field has another type", offset);
}

bool AttributeCheck::code(ByteReader& reader) {
    reader.u2(); // the stack
    AttributeCheck inner(checker_, of_code);
    inner.max_locals = reader.u2();
    u32 const offset = reader.offset();
    u32 const size = reader.u4();
    inner.code_size = size;
    if (!checker_.require(size > 0 && size < 65536, "code has no byte or more than 65535", offset))
        return false;
    reader.take(size);
    return handlers(reader, size) && inner.all(reader) &&
           checker_.require(inner.max_locals >= max_locals,
                            "the local variables have no room for the arguments", offset);
}

bool AttributeCheck::handlers(ByteReader& reader, u32 size) {
    for (u32 left = reader.u2(); left > 0; --left) {
        u32 const offset = reader.offset();
        u32 const begin = reader.u2();
        u32 const end = reader.u2();
        u32 const target = reader.u2();
        if (!checker_.require(begin < end && end <= size && target < size,
                              "a handler of exceptions lies outside of its code", offset) ||
            !checker_.index_or_zero(reader, Constant::class_, "a handler catches no class"))
            return false;
    }
    return true;
}

bool AttributeCheck::stack_map(ByteReader& reader) {
    u32 const offset = reader.offset();
    StackMapTable table(reader.take(reader.left()));
    i64 at = -1;
    while (auto const frame = table.next()) {
        at += i64{frame->offset_delta} + 1;
        if (!checker_.require(at < code_size, "a frame of the stack map lies outside of its code",
                              offset))
            return false;
        if (!types(frame->locals, offset) || !types(frame->stack, offset)) return false;
    }
    return checker_.require(table.is_right(), "the stack map has no right form", offset);
}

bool AttributeCheck::types(TypeList list, u32 offset) {
    while (auto const type = list.next()) {
        if (type->kind == TypeKind::object && checker_.pool.kind(type->operand) != Constant::class_)
            return checker_.fail("a type of the stack map is no class", offset);
        if (type->kind == TypeKind::uninitialized && type->operand >= code_size)
            return checker_.fail("a new object of the stack map is outside of its code", offset);
    }
    return true;
}

bool AttributeCheck::classes(ByteReader& reader) {
    for (u32 left = reader.u2(); left > 0; --left)
        if (!class_index(reader)) return false;
    return true;
}

bool AttributeCheck::inner_classes(ByteReader& reader) {
    for (u32 left = reader.u2(); left > 0; --left) {
        if (!class_index(reader) ||
            !checker_.index_or_zero(reader, Constant::class_, "what is around is no class") ||
            !checker_.index_or_zero(reader, Constant::utf8, "the name of a class is no text") ||
            !inner_class_flags(reader))
            return false;
    }
    return true;
}

/// Compilers before Java SE 6 left out that interfaces are abstract.
bool AttributeCheck::inner_class_flags(ByteReader& reader) {
    constexpr u16 first_complete = 50;
    constexpr u16 first_with_modules = 53;
    u32 const offset = reader.offset();
    u16 flags = reader.u2();
    if (checker_.checks == Checks::structure) return true;
    if ((flags & flags::is_interface) != 0 && checker_.major < first_complete)
        flags |= flags::is_abstract;
    return checker_.require(checker_.major < first_with_modules || (flags & flags::is_module) == 0,
                            "a class within another is a module", offset) &&
           checker_.class_kind(flags, offset);
}

bool AttributeCheck::enclosing_method(ByteReader& reader) {
    return class_index(reader) &&
           checker_.index_or_zero(reader, Constant::name_and_type,
                                  "what is around is no name and descriptor");
}

bool AttributeCheck::anything(ByteReader& reader) {
    reader.take(reader.left());
    return true;
}

bool AttributeCheck::any_text(ByteReader& reader) {
    return checker_.index(reader, Constant::utf8, "an attribute names no text");
}

bool AttributeCheck::class_index(ByteReader& reader) {
    return checker_.index(reader, Constant::class_, "an attribute names no class");
}

bool AttributeCheck::line_numbers(ByteReader& reader) {
    for (u32 left = reader.u2(); left > 0; --left) {
        u32 const offset = reader.offset();
        u32 const begin = reader.u2();
        reader.u2();
        if (!checker_.require(begin < code_size, "a line begins outside of its code", offset))
            return false;
    }
    return true;
}

bool AttributeCheck::local_variables(ByteReader& reader) {
    for (u32 left = reader.u2(); left > 0; --left) {
        u32 const offset = reader.offset();
        u32 const begin = reader.u2();
        u32 const size = reader.u2();
        if (!checker_.require(begin + size <= code_size, "a variable lives outside of its code",
                              offset) ||
            !checker_.text(reader, is_unqualified_name, "a variable has no right name") ||
            !any_text(reader))
            return false;
        u32 const at = reader.offset();
        if (!checker_.require(reader.u2() < max_locals, "a variable is beyond the last", at))
            return false;
    }
    return true;
}

bool AttributeCheck::bootstrap_methods(ByteReader& reader) {
    u32 const count = reader.u2();
    checker_.bootstrap_methods = count;
    for (u32 i = 0; i < count; ++i) {
        if (!checker_.index(reader, Constant::method_handle, "a bootstrap method is no handle"))
            return false;
        for (u32 left = reader.u2(); left > 0; --left) {
            u32 const offset = reader.offset();
            switch (checker_.pool.kind(reader.u2())) {
            case Constant::integer:
            case Constant::float_:
            case Constant::long_:
            case Constant::double_:
            case Constant::class_:
            case Constant::string:
            case Constant::method_handle:
            case Constant::method_type:
            case Constant::dynamic:
                continue;
            default:
                return checker_.fail("an argument of a bootstrap method cannot be loaded", offset);
            }
        }
    }
    return true;
}

bool AttributeCheck::record(ByteReader& reader) {
    for (u32 left = reader.u2(); left > 0; --left) {
        AttributeCheck inner(checker_, of_record);
        if (!checker_.text(reader, is_unqualified_name, "a component has no right name") ||
            !checker_.text(reader, is_field_descriptor, "a component has no right descriptor") ||
            !inner.all(reader))
            return false;
    }
    return true;
}

} // namespace flat::java
