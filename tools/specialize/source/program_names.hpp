// SPDX-License-Identifier: BSD-2-Clause
// Names of declarations that are the same in all sources of a program, and the sources themselves.
#pragma once

#include <rewrite/text/unit.hpp>

#include <clang/AST/Type.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace clang {
class ASTNameGenerator;
class FieldDecl;
class FunctionDecl;
class RecordDecl;
class ValueDecl;
} // namespace clang

namespace specialize {

/// All sources that were named. They outlive what is found in them.
struct Program {
    std::vector<rewrite::Unit const*> sources;
    bool is_closed = false; ///< `closed program`: no other source belongs to it

    /// A function that is made: a call by its name is a call of the entry.
    struct Version {
        std::string name; ///< without its scope
        clang::FunctionDecl const* entry = nullptr;
        size_t source = 0;
    };
    std::vector<Version> versions;
};

/// Names for the declarations of one source. What only that source can see has its number in front.
class ProgramNames {
public:
    ProgramNames(rewrite::Unit const& unit, size_t number);
    ~ProgramNames();
    ProgramNames(ProgramNames&&) noexcept;

    /// Of a type without qualifiers, aliases seen through.
    std::string type(clang::QualType type) const;
    std::string record(clang::RecordDecl const& record) const;
    std::string member(clang::FieldDecl const& field) const;
    std::string function(clang::FunctionDecl const& function) const;

    /// Of a variable, a member or a function.
    std::string value(clang::ValueDecl const& declaration) const;

    /// Of the functions that may be called through a pointer to the type.
    std::string signature(clang::QualType function) const;

    /// Functions that are only declared, with this name, are known by the key of another one.
    void alias(std::string const& name, std::string key) { aliases_[name] = std::move(key); }

    rewrite::Unit const& unit() const { return unit_; }
    size_t number() const { return number_; }

private:
    rewrite::Unit const& unit_;
    size_t number_;
    std::unique_ptr<clang::ASTNameGenerator> generator_;
    std::map<std::string, std::string> aliases_;
};

} // namespace specialize
