// SPDX-License-Identifier: BSD-2-Clause
// Makes clang's preprocessor name lines and files as GCC does.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace clang {
class PPCallbacks;
class Preprocessor;
} // namespace clang

namespace rewrite {

/// From GCC's -fmacro-prefix-map and -ffile-prefix-map, in the order of the command line.
using PrefixMaps = std::vector<std::pair<std::string, std::string>>;

/// `__LINE__` in a macro call of several lines is the first one (clang: the last), `__FILE__` of a
/// header beside a source of the current folder has no `./`. Such names go into `names`, by clang's
/// name; it must outlive the preprocessor.
std::unique_ptr<clang::PPCallbacks> name_places_as_gcc(clang::Preprocessor& preprocessor,
                                                       PrefixMaps maps,
                                                       std::map<std::string, std::string>& names);

} // namespace rewrite
