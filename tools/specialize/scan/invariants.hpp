// SPDX-License-Identifier: BSD-2-Clause
// What a specification declares to stay as it is while an entry runs.
#pragma once

#include <rewrite/text/diagnostic.hpp>

#include <llvm/ADT/APSInt.h>

#include <optional>
#include <string>
#include <vector>

namespace clang {
class FunctionDecl;
class ValueDecl;
} // namespace clang

namespace specialize {

/// A declaration in one of the sources.
template<class Declaration>
struct In {
    Declaration const* declaration = nullptr;
    size_t source = 0; ///< its index in `Program::sources`
};

struct Invariant {
    int number = 0;   ///< of the fact
    std::string name; ///< an identifier: guards name `flatland_invariant_<name>`
    std::string text; ///< as it is declared: `h->cl_private->ct_addr`
    rewrite::Place place;

    /// Members and global variables that the path leads through, the last one included. All of
    /// them must stay as they are: another object on the way would bring another value.
    std::vector<In<clang::ValueDecl>> path;

    In<clang::FunctionDecl> entry;
    std::vector<In<clang::FunctionDecl>> until; ///< end the session
    std::optional<llvm::APSInt> value; ///< of the last member, if it is a declared constant
    bool is_testable = true;           ///< whether a test at the entry may stand in for a proof
    bool is_class_covered = false; ///< the same of the class of the object that the path leads to
    bool is_covered = true;        ///< whether all memory that it depends on is named by `path`
    bool has_guards = false;       ///< after writes outside of the phase, which end a session
    bool may_change = false;       ///< whether a write inside of the phase only makes it unstable
};

} // namespace specialize
