// SPDX-License-Identifier: BSD-2-Clause
// A class file of Java SE up to 17: what it consists of (JVMS 17, chapter 4).
#pragma once

#include <core/maybe.hpp>
#include <core/result.hpp>
#include <core/span.hpp>
#include <core/text.hpp>
#include <java/byte_reader.hpp>
#include <java/constant_pool.hpp>
#include <java/flags.hpp>
#include <java/problem.hpp>

namespace flat::java {

/// An attribute: what it consists of says JVMS 17, 4.7, by its name.
struct Attribute {
    Text name;
    Span<u8 const> bytes;
    u32 offset; ///< of its first byte, in the file
};

/// The attributes of a class, field, method, code or record component, one after the other.
class Attributes {
public:
    Attributes() = default;
    Attributes(ConstantPool const& pool, ByteReader reader, u32 count)
        : pool_(pool), reader_(reader), left_(count) {}

    /// The next one; nothing after the last.
    Maybe<Attribute> next();

    /// The first of those that are still to come that has a name.
    Maybe<Attribute> find(Text name) const;

private:
    ConstantPool pool_;
    ByteReader reader_;
    u32 left_ = 0;
};

/// A field or a method.
struct Member {
    u16 flags;
    Text name;
    Text descriptor;
    Attributes attributes;
};

/// The fields or methods of a class, one after the other.
class Members {
public:
    Members() = default;
    Members(ConstantPool const& pool, ByteReader reader, u32 count)
        : pool_(pool), reader_(reader), left_(count) {}

    u32 left() const { return left_; }
    Maybe<Member> next();

private:
    ConstantPool pool_;
    ByteReader reader_;
    u32 left_ = 0;
};

/// A handler of exceptions (4.7.3). The range is within the code and not empty.
struct Handler {
    u16 begin;
    u16 end; ///< the first byte after the range; may be the size of the code
    u16 target;
    u16 class_index; ///< of CONSTANT_Class; 0 is for all exceptions
};

/// The attribute Code of a method (4.7.3). What its instructions are nobody has looked at.
struct Code {
    u16 max_stack;
    u16 max_locals;
    Span<u8 const> bytes; ///< 1 to 65535
    u32 offset;           ///< of the first instruction, in the file
    Span<u8 const> handler_table;
    Attributes attributes;

    u32 handler_count() const { return static_cast<u32>(handler_table.size() / 8); }
    Handler handler(u32 index) const;
};

/// How much is checked.
enum class Checks : u8 {
    all,
    /// Of a class library that came with the machine: names, descriptors and flags are believed,
    /// and so is what only reflection reads. All that can lead outside of the file is checked as
    /// ever.
    structure,
};

/// A class, interface or module. It refers to the bytes of the file and to the room, which both
/// have to outlive it. Everything that these functions return has been checked; the instructions of
/// methods have not, and whether two members have the same name and descriptor the linker sees.
class ClassFile {
public:
    static constexpr u16 oldest = 45;
    static constexpr u16 newest = 61; ///< Java SE 17

    ClassFile() = default;

    /// How many numbers of room reading it takes: a constant each, never more than 65535.
    static u32 room_needed(Span<u8 const> bytes);

    /// Checks all structures: tags, indices and their kinds, lengths, names, descriptors, flags,
    /// the predefined attributes (4.8, 4.7). Never reads outside, whatever the bytes are; takes
    /// time in proportion to them. Files above 2 GiB are refused.
    static Result<ClassFile, FormatProblem> read(Span<u8 const> bytes, Span<u32> room,
                                                 Checks checks = Checks::all);

    u16 major() const { return major_; }
    u16 minor() const { return minor_; }
    ConstantPool const& pool() const { return pool_; }
    u16 flags() const { return flags_; }
    Text name() const { return pool_.class_name(this_index_); }
    u16 name_index() const { return this_index_; }
    /// The superclass; empty for java/lang/Object and modules.
    Text super_name() const { return super_index_ ? pool_.class_name(super_index_) : Text(); }
    u16 super_index() const { return super_index_; }

    u32 interface_count() const { return static_cast<u32>(interfaces_.size() / 2); }
    Text interface_name(u32 index) const { return pool_.class_name(interface_index(index)); }
    u16 interface_index(u32 index) const { return load_big_endian_u16(&interfaces_[2 * index]); }

    Members fields() const { return fields_; }
    Members methods() const { return methods_; }
    Attributes attributes() const { return attributes_; }

    /// The code of a method; nothing if it is native or abstract.
    Maybe<Code> code(Member const& method) const;

    /// A bootstrap method (4.7.23): the index of a method handle, and the indices of the arguments,
    /// two bytes each. The index comes from a constant of this pool.
    struct BootstrapMethod {
        u16 handle;
        Span<u8 const> arguments;
    };
    BootstrapMethod bootstrap_method(u16 index) const;

private:
    friend class StructureCheck;

    ConstantPool pool_;
    u16 major_ = 0;
    u16 minor_ = 0;
    u16 flags_ = 0;
    u16 this_index_ = 0;
    u16 super_index_ = 0;
    Span<u8 const> interfaces_;
    Members fields_;
    Members methods_;
    Attributes attributes_;
};

/// The line of the source at an instruction, from the attributes of its code; 0 if none is known.
u32 line_at(Code const& code, u32 instruction);

} // namespace flat::java
