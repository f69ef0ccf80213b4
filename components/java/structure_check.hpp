// SPDX-License-Identifier: BSD-2-Clause
// The structure of a class file but for its attributes (JVMS 17, 4.1 to 4.6, 4.8).
#pragma once

#include <java/checker.hpp>

namespace flat::java {

/// Reads a class file from its first byte to its last.
class StructureCheck {
public:
    StructureCheck(Span<u8 const> bytes, Span<u32> room, Checks checks)
        : bytes_(bytes), room_(room), reader_(bytes), checker_(checks) {}

    Result<ClassFile, FormatProblem> run();

private:
    bool version();
    bool constants();
    bool constant(u32 index, Constant kind);
    bool references();
    bool reference(u32 index);
    bool handle(ByteReader reader, u32 offset);
    bool dynamic(ByteReader reader, u32 offset, bool is_call);
    bool member_constant(u32 index, ByteReader reader, u32 offset);
    bool name_and_type(ByteReader reader);
    bool head();
    bool class_flags(u16 flags, u32 offset);
    bool module_head(u32 offset);
    bool super_class(u32 offset);
    bool interfaces();
    bool fields();
    bool field();
    bool methods();
    bool method();
    bool field_flags(u16 flags, u32 offset);
    bool method_flags(u16 flags, Text name, u32 offset);
    bool end();

    bool is_all() const { return checker_.checks == Checks::all; }

    Span<u8 const> const bytes_;
    Span<u32> const room_;
    ByteReader reader_;
    Checker checker_;
    ClassFile found_;
};

} // namespace flat::java
