// SPDX-License-Identifier: BSD-2-Clause
// The attribute StackMapTable: which types variables and stack have where branches arrive
// (JVMS 17, 4.7.4).
#pragma once

#include <core/maybe.hpp>
#include <java/byte_reader.hpp>

namespace flat::java {

/// The verification types, with their tags.
enum class TypeKind : u8 {
    top = 0,
    integer = 1,
    float_ = 2,
    double_ = 3,
    long_ = 4,
    null = 5,
    uninitialized_this = 6,
    object = 7,        ///< with the index of a CONSTANT_Class
    uninitialized = 8, ///< with the offset of the instruction `new`
};

struct VerificationType {
    TypeKind kind;
    u16 operand;
};

/// Types in a row. Long and double are one type each, whatever places they take.
class TypeList {
public:
    TypeList() = default;
    TypeList(ByteReader reader, u32 count) : reader_(reader), left_(count) {}

    u32 left() const { return left_; }

    /// The next one; nothing after the last, and where there is no type.
    Maybe<VerificationType> next() { return left_ > 0 ? read() : nothing; }

    /// Where the bytes after the types that have been read are.
    ByteReader rest() const { return reader_; }

private:
    Maybe<VerificationType> read();

    ByteReader reader_;
    u32 left_ = 0;
};

/// What a frame says about the local variables, in terms of the frame before.
enum class FrameKind : u8 {
    same,   ///< those of the frame before
    chop,   ///< those before, but for the last `chopped`
    append, ///< those before, and `locals` after them
    full,   ///< `locals`
};

struct StackMapFrame {
    FrameKind kind;
    u8 chopped;
    u16 offset_delta; ///< the first frame is at this instruction, each other so many and one after
    TypeList locals;
    TypeList stack;
};

/// Frames in a row, from the bytes of the attribute, whatever they are.
class StackMapTable {
public:
    explicit StackMapTable(Span<u8 const> bytes) : reader_(bytes), left_(reader_.u2()) {}

    /// The next one; nothing after the last, and where there is no frame.
    Maybe<StackMapFrame> next();

    /// After the last frame: whether all had the right form and nothing is left.
    bool is_right() const {
        return is_right_ && left_ == 0 && !reader_.is_truncated() && reader_.is_at_end();
    }

private:
    Maybe<TypeList> types(u32 count);

    ByteReader reader_;
    u32 left_;
    bool is_right_ = true;
};

} // namespace flat::java
