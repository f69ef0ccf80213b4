// SPDX-License-Identifier: BSD-2-Clause
// What all checks of a class file share: the constants, and the first problem.
#pragma once

#include <java/byte_reader.hpp>
#include <java/class_file.hpp>
#include <java/names.hpp>

namespace flat::java {

/// Functions return whether all is well, so that a check is a row of `&&`.
class Checker {
public:
    explicit Checker(Checks checks) : checks(checks) {}

    bool fail(char const* what, u32 offset,
              FormatProblem::Kind kind = FormatProblem::Kind::format) {
        if (problem_) return false;
        problem_ = FormatProblem{kind, offset, what};
        return false;
    }
    bool require(bool holds, char const* what, u32 offset) { return holds || fail(what, offset); }

    /// Reads an index and requires a constant of a kind.
    bool index(ByteReader& reader, Constant wanted, char const* what) {
        u32 const offset = reader.offset();
        return require(pool.kind(reader.u2()) == wanted, what, offset);
    }
    bool index_or_zero(ByteReader& reader, Constant wanted, char const* what) {
        u32 const offset = reader.offset();
        u16 const value = reader.u2();
        return require(value == 0 || pool.kind(value) == wanted, what, offset);
    }
    /// Reads an index and requires a text that is right.
    bool text(ByteReader& reader, bool (*is_right)(Text), char const* what) {
        u32 const offset = reader.offset();
        u16 const value = reader.u2();
        return require(pool.kind(value) == Constant::utf8, what, offset) &&
               (checks == Checks::structure || require(is_right(pool.utf8(value)), what, offset));
    }
    bool complete(ByteReader const& reader, char const* what) {
        return require(!reader.is_truncated() && reader.is_at_end(), what, reader.offset());
    }

    /// The flags of a class, or of one that is within it (4.1, 4.7.6).
    bool class_kind(u16 flags, u32 offset) {
        bool const is_interface = (flags & flags::is_interface) != 0;
        bool const is_abstract = (flags & flags::is_abstract) != 0;
        if (is_interface)
            return require(is_abstract && (flags & (flags::is_final | flags::is_enum)) == 0 &&
                               (major < first_with_kinds || (flags & flags::is_super) == 0),
                           "an interface is not abstract, or final, or an enum, or a class",
                           offset);
        return require(!is_abstract || (flags & flags::is_final) == 0,
                       "a class is final and abstract", offset) &&
               require(major < first_with_kinds || (flags & flags::is_annotation) == 0,
                       "an annotation is no interface", offset);
    }

    FormatProblem problem() const { return problem_.value(); }

    Checks const checks;
    ConstantPool pool;
    u16 major = 0;
    u16 minor = 0;
    u16 class_flags = 0;
    u32 bootstrap_methods = 0;        ///< how many the attribute has
    u32 bootstrap_methods_needed = 0; ///< the highest that constants name, and one
    u32 bootstrap_user = 0;           ///< where the constant is that needs so many

private:
    static constexpr u16 first_with_kinds = 49; // of enums and annotations

    Maybe<FormatProblem> problem_;
};

} // namespace flat::java
