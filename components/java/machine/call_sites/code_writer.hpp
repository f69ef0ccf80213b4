// SPDX-License-Identifier: BSD-2-Clause
// Methods that no class file has: instructions one after the other, with what
// they stand for.
#pragma once

#include <java/machine/instructions/object_instructions.hpp>

namespace flat::java {

/// Writes the code of a method. Instructions that name something are the faster
/// ones: what they name is in the pool of the class that will have the method.
class CodeWriter : NonCopyable {
public:
    /// Places of the pool and bytes of code: a call has at most 255 arguments, of
    /// which each takes less than 20 bytes.
    static constexpr u32 constants_max = 1024;
    static constexpr u32 bytes_max = 8192;

    void put(u8 byte) {
        if (size_ < bytes_max) bytes_[size_++] = byte;
    }
    /// An instruction that names something.
    void put(u8 code, u64 constant) { put_index(code, constant_of(constant)); }
    void put_index(u8 code, u32 index) {
        put(code);
        put(static_cast<u8>(index >> 8));
        put(static_cast<u8>(index));
    }

    /// A local variable of a descriptor.
    void load(char kind, u32 slot) {
        put(static_cast<u8>(iload + type_of(kind)));
        put(static_cast<u8>(slot));
    }
    void give_back(char kind) {
        put(kind == 'V' ? u8{return_} : static_cast<u8>(ireturn + type_of(kind)));
    }
    /// A field of the object on the stack.
    void get_field(Field const& field) {
        put_index(instruction::getter(instruction::get_byte, field.kind()), field.offset);
    }
    void put_field(Field const& field) {
        put_index(instruction::setter(instruction::put_byte, field.kind()), field.offset);
    }

    /// Has a constant in the pool, at the same place as in others that had the
    /// same before.
    void take_constant(u64 constant) { (void)constant_of(constant); }

    Span<u8 const> bytes() const { return {bytes_, size_}; }
    Span<u64 const> constants() const { return {constants_, count_}; }
    bool is_full() const { return size_ == bytes_max || count_ == constants_max; }

private:
    enum : u8 { iload = 21, ireturn = 172, return_ = 177 };

    /// Where a type stands in rows of instructions: int, long, float, double,
    /// reference.
    static u8 type_of(char kind) {
        switch (kind) {
        case 'J':
            return 1;
        case 'F':
            return 2;
        case 'D':
            return 3;
        case 'L':
        case '[':
            return 4;
        default:
            return 0;
        }
    }
    u32 constant_of(u64 constant) {
        for (u32 i = 0; i < count_; ++i)
            if (constants_[i] == constant) return i;
        if (count_ < constants_max) constants_[count_++] = constant;
        return count_ - 1;
    }

    u8 bytes_[bytes_max];
    u64 constants_[constants_max] = {};
    u32 size_ = 0;
    u32 count_ = 0;
};

} // namespace flat::java
