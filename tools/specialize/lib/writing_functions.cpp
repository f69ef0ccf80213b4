// SPDX-License-Identifier: BSD-2-Clause
// Knows them by their names; a pointer to what is constant is a promise.
#include "writing_functions.hpp"

#include <rewrite/lib/byte_functions.hpp>

#include <llvm/ADT/StringSwitch.h>

namespace specialize {

namespace {

/// A bit for each argument that the function writes through.
unsigned written_arguments(llvm::StringRef name) {
    if (name.starts_with("sync_") || name.starts_with("__sync_") || name.starts_with("atomic_"))
        return 1U;
    if (name.contains("scanf")) return ~1U;
    return llvm::StringSwitch<unsigned>(name)
        .Cases("memcpy", "memmove", "mempcpy", "memset", "bzero", "explicit_bzero", 1U)
        .Cases("strcpy", "strncpy", "strcat", "strncat", "stpcpy", "stpncpy", 1U)
        .Cases("sprintf", "snprintf", "vsprintf", "vsnprintf", "fread", "fgets", "qsort", 1U)
        .Cases("strlcpy", "strlcat", "clear_padding", "getrandom", 1U)
        .Cases("bcopy", "read", "pread", "recv", "recvfrom", "getsockname", "getpeername", 2U)
        .Case("swap", 3U)
        .Cases("exchange", "iter_swap", 3U)
        .Case("getline", ~0U)
        .Default(0U);
}

bool keeps(llvm::StringRef name) {
    return llvm::StringSwitch<bool>(name)
        .Cases("free", "cfree", "munmap", "object_size", "prefetch", "assume_aligned", true)
        .Cases("memcmp", "bcmp", "memchr", "printf", "fprintf", "dprintf", "launder", true)
        .Default(false);
}

} // namespace

ArgumentUse use_of_argument(clang::FunctionDecl const& function, size_t index) {
    if (index < function.getNumParams()) {
        clang::QualType const pointee =
            function.getParamDecl(unsigned(index))->getType()->getPointeeType();
        if (pointee.isNull() || pointee.isConstQualified()) return ArgumentUse::kept;
    }
    if (function.getOverloadedOperator() == clang::OO_GreaterGreater) return ArgumentUse::written;
    if (function.isReservedGlobalPlacementOperator()) return ArgumentUse::kept;
    if (function.getOverloadedOperator() == clang::OO_Delete) return ArgumentUse::kept;
    llvm::StringRef const name = rewrite::plain_name(function);
    if (index < 32 && (written_arguments(name) >> index & 1U)) return ArgumentUse::written;
    return keeps(name) || written_arguments(name) != 0 ? ArgumentUse::kept : ArgumentUse::unknown;
}

} // namespace specialize
