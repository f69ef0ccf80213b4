// SPDX-License-Identifier: BSD-2-Clause
// Walks through a type down to its numbers and pointers.
#include "scalar_leaves.hpp"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/RecordLayout.h>

#include <algorithm>
#include <bit>

namespace specialize {
namespace {

class Splitter {
public:
    explicit Splitter(clang::ASTContext& context) : context_(context) {}

    void split(clang::QualType type, uint64_t offset) {
        if (auto const* const array = context_.getAsConstantArrayType(type)) {
            uint64_t const step = bytes_of(array->getElementType());
            for (uint64_t i = 0; i < array->getSize().getZExtValue() && !is_too_long(); ++i)
                split(array->getElementType(), offset + i * step);
        } else if (auto const* const record = type->getAsRecordDecl();
                   record != nullptr && has_members_only(*record)) {
            clang::ASTRecordLayout const& layout = context_.getASTRecordLayout(record);
            for (clang::FieldDecl const* const each : record->fields())
                split(each->getType(),
                      offset + layout.getFieldOffset(each->getFieldIndex()) / CHAR_BIT);
        } else {
            cut(offset, bytes_of(type));
        }
    }

    std::vector<ScalarLeaf> take() { return std::move(leaves_); }

private:
    static constexpr size_t too_many = 2048;

    bool is_too_long() const { return leaves_.size() > too_many; }

    uint64_t bytes_of(clang::QualType type) const {
        return static_cast<uint64_t>(context_.getTypeSizeInChars(type).getQuantity());
    }

    static bool has_members_only(clang::RecordDecl const& record) {
        auto const* const of_class = llvm::dyn_cast<clang::CXXRecordDecl>(&record);
        bool const has_more =
            of_class != nullptr && (of_class->getNumBases() > 0 || of_class->isDynamicClass());
        return !record.isUnion() && !has_more && !record.field_empty() &&
               std::ranges::none_of(record.fields(),
                                    [](auto const* each) { return each->isBitField(); });
    }

    void cut(uint64_t offset, uint64_t bytes) {
        while (bytes > 0 && !is_too_long()) {
            uint64_t const piece = std::bit_floor(std::min<uint64_t>(bytes, 8));
            leaves_.push_back({offset, piece});
            offset += piece;
            bytes -= piece;
        }
    }

    clang::ASTContext& context_;
    std::vector<ScalarLeaf> leaves_;
};

} // namespace

std::vector<ScalarLeaf> scalar_leaves_of(clang::QualType type, clang::ASTContext& context) {
    Splitter splitter(context);
    splitter.split(type, 0);
    return splitter.take();
}

} // namespace specialize
