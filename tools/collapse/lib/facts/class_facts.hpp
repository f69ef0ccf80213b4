// SPDX-License-Identifier: BSD-2-Clause
// Facts about the classes of a unit: what they are and what they are made of.
#pragma once

#include "class_names.hpp"
#include "facts.hpp"

#include <rewrite/text/unit.hpp>

#include <map>
#include <string>

namespace clang {
class CXXRecordDecl;
}

namespace collapse {

void add_class_facts(rewrite::Unit const& unit, ClassNames& names, UnitFacts& facts);

/// A hash of the tokens of a class's definition. String literals count as equal, since messages
/// may name files as one unit or another sees them.
std::string definition_hash(rewrite::Unit const& unit, clang::CXXRecordDecl const& record);

/// That of a hierarchy, from the hashes of its classes by their names.
std::string hierarchy_hash(std::map<std::string, std::string> const& class_hashes);

} // namespace collapse
