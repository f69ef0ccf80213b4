// SPDX-License-Identifier: BSD-2-Clause
// The predefined attributes (JVMS 17, 4.7).
#pragma once

#include <java/checker.hpp>
#include <java/stack_map.hpp>

namespace flat::java {

/// Where attributes are (table 4.7-C), as bits.
enum Location : u8 {
    of_class = 1,
    of_field = 2,
    of_method = 4,
    of_code = 8,
    of_record = 16,
};

/// Checks all attributes of a list, whose number comes first, and each that has a meaning there
/// and in the version of the file.
class AttributeCheck {
public:
    AttributeCheck(Checker& checker, Location location) : checker_(checker), location_(location) {}

    bool all(ByteReader& reader);

    /// Whether there is one of a name, after `all`.
    bool has(Text name) const;

    /// Of the field whose constant is checked.
    Text descriptor;
    /// Of the code around it.
    u32 code_size = 0;
    u32 max_locals = 0;

private:
    struct Kind;
    static Kind const kinds[];
    static constexpr u32 depth_max = 64;

    bool one(ByteReader& reader);
    bool known(Kind const& kind, ByteReader& reader, u32 offset);

    bool constant_value(ByteReader& reader);
    bool code(ByteReader& reader);
    bool handlers(ByteReader& reader, u32 size);
    bool stack_map(ByteReader& reader);
    bool types(TypeList list, u32 offset);
    bool classes(ByteReader& reader);
    bool inner_classes(ByteReader& reader);
    bool inner_class_flags(ByteReader& reader);
    bool enclosing_method(ByteReader& reader);
    bool empty(ByteReader&) { return true; }
    bool anything(ByteReader& reader);
    bool any_text(ByteReader& reader);
    bool class_index(ByteReader& reader);
    bool line_numbers(ByteReader& reader);
    bool local_variables(ByteReader& reader);
    bool annotations(ByteReader& reader);
    bool parameter_annotations(ByteReader& reader);
    bool type_annotations(ByteReader& reader);
    bool annotation(ByteReader& reader, u32 depth);
    bool element_pairs(ByteReader& reader, u32 depth);
    bool element_value(ByteReader& reader, u32 depth);
    bool default_value(ByteReader& reader) { return element_value(reader, 0); }
    bool target(ByteReader& reader, u8 type);
    bool bootstrap_methods(ByteReader& reader);
    bool method_parameters(ByteReader& reader);
    bool record(ByteReader& reader);
    bool module(ByteReader& reader);
    bool module_users(ByteReader& reader, Constant what, char const* name);
    bool module_packages(ByteReader& reader);

    Checker& checker_;
    Location const location_;
    u32 seen_ = 0; // bits of `kinds`
};

} // namespace flat::java
