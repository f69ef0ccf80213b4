// SPDX-License-Identifier: BSD-2-Clause
// What a type is made of, kept beyond the life of clang's syntax tree.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class QualType;
class Type;
} // namespace clang

namespace specialize {

enum class ShapeKind {
    integer, ///< enumerations, too
    boolean,
    floating,
    pointer,
    structure,
    array,
    other, ///< unions, references, atomic types and all that has no value to state
};

struct Shape;
using ShapePointer = std::shared_ptr<Shape const>;

struct ShapeMember {
    std::string name; ///< empty: a base, or a structure without a name, whose members count as own
    uint64_t offset_bytes = 0;
    ShapePointer shape;
    bool is_bit_field = false;
    bool has_no_fact = false; ///< volatile, or a constant bit-field
    bool is_hidden = false;   ///< a member of the derived class has this name
};

struct Shape {
    ShapeKind kind = ShapeKind::other;
    std::string type;      ///< as the source spells it
    std::string canonical; ///< the same for all spellings, without qualifiers
    std::string pointee;   ///< of a pointer: the canonical type of what it leads to
    bool leads_to_function = false;
    bool leads_to_constant = false; ///< the pointer's type says `const`
    uint64_t size_bytes = 0;        ///< 0: not known
    bool is_signed = false;
    std::string enumeration; ///< how a cast names it; empty: this is none
    std::map<int64_t, std::string> enumerators;
    std::vector<ShapeMember> members;
    ShapePointer element;
    uint64_t element_count = 0;
};

/// Makes the shapes of one syntax tree, each once.
class Shapes {
public:
    explicit Shapes(clang::ASTContext& context) : context_(context) {}
    ShapePointer of(clang::QualType type);

private:
    ShapePointer made(clang::QualType type);
    void describe(clang::QualType type, Shape& shape);
    void describe_pointer(clang::QualType type, Shape& shape);
    void describe_enumeration(clang::QualType type, Shape& shape);
    void describe_structure(clang::QualType type, Shape& shape);
    void add_bases(clang::QualType type, Shape& shape);

    clang::ASTContext& context_;
    std::map<void const*, ShapePointer> known_;
};

} // namespace specialize
