// SPDX-License-Identifier: BSD-2-Clause
// Access flags of classes, fields and methods (JVMS 17, tables 4.1-B, 4.5-A and 4.6-A).
#pragma once

#include <core/types.hpp>

namespace flat::java::flags {

inline constexpr u16 is_public = 0x0001;
inline constexpr u16 is_private = 0x0002;
inline constexpr u16 is_protected = 0x0004;
inline constexpr u16 is_static = 0x0008;
inline constexpr u16 is_final = 0x0010;
inline constexpr u16 is_synchronized = 0x0020; // of methods
inline constexpr u16 is_super = 0x0020;        // of classes
inline constexpr u16 is_volatile = 0x0040;     // of fields
inline constexpr u16 is_bridge = 0x0040;       // of methods
inline constexpr u16 is_transient = 0x0080;    // of fields
inline constexpr u16 is_varargs = 0x0080;      // of methods
inline constexpr u16 is_native = 0x0100;
inline constexpr u16 is_interface = 0x0200;
inline constexpr u16 is_abstract = 0x0400;
inline constexpr u16 is_strict = 0x0800;
inline constexpr u16 is_synthetic = 0x1000;
inline constexpr u16 is_annotation = 0x2000;
inline constexpr u16 is_enum = 0x4000;
inline constexpr u16 is_module = 0x8000;

} // namespace flat::java::flags
