// SPDX-License-Identifier: BSD-2-Clause
// The constant pool of a class file that has been checked (JVMS 17, 4.4).
#pragma once

#include <core/assert.hpp>
#include <core/bytes/big_endian.hpp>
#include <core/span.hpp>
#include <core/text.hpp>

namespace flat::java {

/// The kinds of constants, with their tags (table 4.4-A). Of `none` are index 0 and the second of
/// a long or double.
enum class Constant : u8 {
    none = 0,
    utf8 = 1,
    integer = 3,
    float_ = 4,
    long_ = 5,
    double_ = 6,
    class_ = 7,
    string = 8,
    field = 9,
    method = 10,
    interface_method = 11,
    name_and_type = 12,
    method_handle = 15,
    method_type = 16,
    dynamic = 17,
    invoke_dynamic = 18,
    module = 19,
    package = 20,
};

/// The kinds of method handles (table 5.4.3.5-A).
enum class HandleKind : u8 {
    get_field = 1,
    get_static,
    put_field,
    put_static,
    invoke_virtual,
    invoke_static,
    invoke_special,
    new_invoke_special,
    invoke_interface,
};

/// Constants by their index. Every function demands a constant of its kind, which `kind` tells.
/// What a constant names has the right kind as well: `ClassFile::read` has made sure.
class ConstantPool {
public:
    struct NameAndType {
        Text name;
        Text descriptor;
    };
    /// A field, method or interface method: its class as CONSTANT_Class names it.
    struct Member {
        u16 class_index;
        Text class_name;
        Text name;
        Text descriptor;
    };
    struct MethodHandle {
        HandleKind kind;
        u16 member; ///< the index of a field, method or interface method
    };
    /// A dynamic constant or call site.
    struct Dynamic {
        u16 bootstrap_method; ///< an index into the attribute BootstrapMethods
        Text name;
        Text descriptor;
    };

    ConstantPool() = default;
    ConstantPool(Span<u8 const> file, Span<u32 const> offsets) : file_(file), offsets_(offsets) {}

    /// Indices are below this one.
    u32 count() const { return static_cast<u32>(offsets_.size()); }

    /// Of any index, also of one that is too large.
    Constant kind(u32 index) const {
        if (index >= count() || offsets_[index] == 0) return Constant::none;
        return static_cast<Constant>(file_[offsets_[index]]);
    }

    /// Where a constant's tag lies in the file; 0 if there is none.
    u32 offset(u32 index) const { return index < count() ? offsets_[index] : 0; }

    /// Modified UTF-8, as it lies in the file.
    Text utf8(u32 index) const {
        u8 const* const at = body(index, Constant::utf8);
        return Text(reinterpret_cast<char const*>(at + 2), load_big_endian_u16(at));
    }

    i32 integer(u32 index) const {
        return static_cast<i32>(load_big_endian(body(index, Constant::integer)));
    }
    /// The number's IEEE 754 binary32 encoding.
    u32 float_bits(u32 index) const { return load_big_endian(body(index, Constant::float_)); }
    i64 long_(u32 index) const { return static_cast<i64>(wide(body(index, Constant::long_))); }
    /// The number's IEEE 754 binary64 encoding.
    u64 double_bits(u32 index) const { return wide(body(index, Constant::double_)); }

    /// A class in internal form, or the descriptor of an array.
    Text class_name(u32 index) const { return named(index, Constant::class_); }
    /// The text of a string constant.
    Text string(u32 index) const { return named(index, Constant::string); }
    /// The descriptor of a method type.
    Text method_type(u32 index) const { return named(index, Constant::method_type); }
    Text module_name(u32 index) const { return named(index, Constant::module); }
    Text package_name(u32 index) const { return named(index, Constant::package); }

    NameAndType name_and_type(u32 index) const;
    Member member(u32 index) const;
    MethodHandle method_handle(u32 index) const;
    Dynamic dynamic(u32 index) const;

private:
    u8 const* body(u32 index, Constant expected) const {
        assert(kind(index) == expected);
        return file_.data() + offsets_[index] + 1;
    }
    static u64 wide(u8 const* at) {
        return u64{load_big_endian(at)} << 32 | load_big_endian(at + 4);
    }
    Text named(u32 index, Constant expected) const {
        return utf8(load_big_endian_u16(body(index, expected)));
    }

    Span<u8 const> file_;
    Span<u32 const> offsets_;
};

} // namespace flat::java
