// SPDX-License-Identifier: BSD-2-Clause
// Knows them by their names.
#include "byte_functions.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace rewrite {

namespace {

constexpr std::array byte_functions{
    std::string_view{"memcpy"},     std::string_view{"memmove"}, std::string_view{"memset"},
    std::string_view{"memcmp"},     std::string_view{"memchr"},  std::string_view{"mempcpy"},
    std::string_view{"bcmp"},       std::string_view{"bcopy"},   std::string_view{"bzero"},
    std::string_view{"fread"},      std::string_view{"fwrite"},  std::string_view{"read"},
    std::string_view{"write"},      std::string_view{"pread"},   std::string_view{"pwrite"},
    std::string_view{"send"},       std::string_view{"recv"},    std::string_view{"qsort"},
    std::string_view{"realloc"},    std::string_view{"bsearch"}, std::string_view{"clear_padding"},
    std::string_view{"_Hash_bytes"}};

} // namespace

llvm::StringRef plain_name(clang::FunctionDecl const& function) {
    if (!function.getDeclName().isIdentifier()) return {};
    llvm::StringRef name = function.getName();
    name.consume_front("__builtin_");
    if (name.consume_front("__")) name.consume_back("_chk");
    return name;
}

bool is_byte_function(clang::FunctionDecl const& function) {
    return std::ranges::find(byte_functions, std::string_view(plain_name(function))) !=
           byte_functions.end();
}

bool is_byte(clang::QualType type) {
    clang::QualType const plain = type.getCanonicalType().getUnqualifiedType();
    return plain->isCharType() || plain->isStdByteType() || plain->isVoidType();
}

} // namespace rewrite
