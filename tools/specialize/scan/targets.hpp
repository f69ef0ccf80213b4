// SPDX-License-Identifier: BSD-2-Clause
// The members and variables whose writes are looked for, and where types contain them.
#pragma once

#include <specialize/source/program_names.hpp>

#include <map>
#include <set>
#include <string>

namespace clang {
class Expr;
}

namespace specialize {

using Keys = std::set<std::string>;

/// What a place in memory, written as an expression, has to do with targets.
struct Touched {
    Keys targets;                      ///< that lie in the place or contain it
    Keys named = {};                   ///< those that are named, or overlap what is
    bool is_aggregate = false;         ///< they are parts of what is named
    bool is_overlap = false;           ///< another member of their union is named
    clang::Expr const* root = nullptr; ///< the variable, or the pointer that leads to it
    bool is_behind_pointer = false;    ///< `root` is a pointer value
};

class Targets {
public:
    /// `objects`: those of the targets that are objects of a class.
    explicit Targets(Keys keys, Keys objects = {})
        : keys_(std::move(keys)), objects_(std::move(objects)) {}

    bool contains(std::string const& key) const { return keys_.contains(key); }
    bool is_object(std::string const& key) const { return objects_.contains(key); }

    /// Those that objects of the type contain, bases and arrays included.
    Keys within(ProgramNames const& names, clang::QualType type) const;

    /// For a place: `h->a.b[i]`.
    Touched touched(ProgramNames const& names, clang::Expr const& place) const;

private:
    Keys keys_;
    Keys objects_;
    mutable std::map<std::string, Keys> within_; ///< by record
};

} // namespace specialize
