// SPDX-License-Identifier: BSD-2-Clause
// Attributes that only reflection and the run of modules read: annotations (JVMS 17, 4.7.16 to
// 4.7.22), parameters, modules (4.7.24 to 4.7.26).
#include <java/attribute_check.hpp>

namespace flat::java {

bool AttributeCheck::annotations(ByteReader& reader) {
    for (u32 left = reader.u2(); left > 0; --left)
        if (!annotation(reader, 0)) return false;
    return true;
}

bool AttributeCheck::parameter_annotations(ByteReader& reader) {
    for (u32 left = reader.u1(); left > 0; --left)
        if (!annotations(reader)) return false;
    return true;
}

bool AttributeCheck::annotation(ByteReader& reader, u32 depth) {
    return checker_.text(reader, is_field_descriptor, "an annotation has no right type") &&
           element_pairs(reader, depth);
}

bool AttributeCheck::element_pairs(ByteReader& reader, u32 depth) {
    for (u32 left = reader.u2(); left > 0; --left) {
        if (!checker_.index(reader, Constant::utf8, "an element of an annotation has no name") ||
            !element_value(reader, depth))
            return false;
    }
    return true;
}

bool AttributeCheck::element_value(ByteReader& reader, u32 depth) {
    u32 const offset = reader.offset();
    if (depth > depth_max) return checker_.fail("annotations lie within 64 others", offset);
    char const* const wrong = "an element of an annotation has a constant of another type";
    switch (reader.u1()) {
    case 'B':
    case 'C':
    case 'I':
    case 'S':
    case 'Z':
        return checker_.index(reader, Constant::integer, wrong);
    case 'D':
        return checker_.index(reader, Constant::double_, wrong);
    case 'F':
        return checker_.index(reader, Constant::float_, wrong);
    case 'J':
        return checker_.index(reader, Constant::long_, wrong);
    case 's':
    case 'c':
        return checker_.index(reader, Constant::utf8, wrong);
    case 'e':
        return checker_.text(reader, is_field_descriptor, wrong) &&
               checker_.index(reader, Constant::utf8, wrong);
    case '@':
        return annotation(reader, depth + 1);
    case '[':
        for (u32 left = reader.u2(); left > 0; --left)
            if (!element_value(reader, depth + 1)) return false;
        return true;
    default:
        return checker_.fail("an element of an annotation has no known tag", offset);
    }
}

bool AttributeCheck::type_annotations(ByteReader& reader) {
    for (u32 left = reader.u2(); left > 0; --left) {
        if (!target(reader, reader.u1())) return false;
        for (u32 steps = reader.u1(); steps > 0; --steps) {
            u32 const offset = reader.offset();
            u8 const kind = reader.u1();
            u8 const argument = reader.u1();
            if (!checker_.require(kind < 3 ? argument == 0 : kind == 3,
                                  "the path of an annotation has no right step", offset))
                return false;
        }
        if (!annotation(reader, 0)) return false;
    }
    return true;
}

/// What is annotated (table 4.7.20-A).
bool AttributeCheck::target(ByteReader& reader, u8 type) {
    switch (type) {
    case 0x00:
    case 0x01:
    case 0x16:
        reader.take(1);
        return true;
    case 0x10:
    case 0x11:
    case 0x12:
    case 0x17:
    case 0x42:
    case 0x43:
    case 0x44:
    case 0x45:
    case 0x46:
        reader.take(2);
        return true;
    case 0x13:
    case 0x14:
    case 0x15:
        return true;
    case 0x40:
    case 0x41:
        reader.take(6 * u32{reader.u2()});
        return true;
    case 0x47:
    case 0x48:
    case 0x49:
    case 0x4a:
    case 0x4b:
        reader.take(3);
        return true;
    default:
        return checker_.fail("an annotation has no known target", reader.offset());
    }
}

bool AttributeCheck::method_parameters(ByteReader& reader) {
    for (u32 left = reader.u1(); left > 0; --left) {
        if (!checker_.index_or_zero(reader, Constant::utf8, "the name of a parameter is no text"))
            return false;
        reader.u2();
    }
    return true;
}

bool AttributeCheck::module(ByteReader& reader) {
    if (!checker_.index(reader, Constant::module, "a module has no name")) return false;
    reader.u2();
    if (!checker_.index_or_zero(reader, Constant::utf8, "the version of a module is no text"))
        return false;
    for (u32 left = reader.u2(); left > 0; --left) {
        if (!checker_.index(reader, Constant::module, "what a module requires is none"))
            return false;
        reader.u2();
        if (!checker_.index_or_zero(reader, Constant::utf8, "the version of a module is no text"))
            return false;
    }
    if (!module_users(reader, Constant::package, "what a module exports is no package") ||
        !module_users(reader, Constant::package, "what a module opens is no package") ||
        !classes(reader))
        return false;
    for (u32 left = reader.u2(); left > 0; --left)
        if (!class_index(reader) || !classes(reader)) return false;
    return true;
}

/// Packages, each with the modules that may use them.
bool AttributeCheck::module_users(ByteReader& reader, Constant what, char const* name) {
    for (u32 left = reader.u2(); left > 0; --left) {
        if (!checker_.index(reader, what, name)) return false;
        reader.u2();
        for (u32 users = reader.u2(); users > 0; --users)
            if (!checker_.index(reader, Constant::module, "a user of a package is no module"))
                return false;
    }
    return true;
}

bool AttributeCheck::module_packages(ByteReader& reader) {
    for (u32 left = reader.u2(); left > 0; --left)
        if (!checker_.index(reader, Constant::package, "what a module has is no package"))
            return false;
    return true;
}

} // namespace flat::java
