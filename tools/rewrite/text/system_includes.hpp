// SPDX-License-Identifier: BSD-2-Clause
// What must stand around each kept `#include` of a system header, so that it reads what it read in
// the user's source although the user's macros are gone from the text.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace clang {
class PPCallbacks;
class Preprocessor;
class Token;
} // namespace clang

namespace rewrite {

/// A macro of the user that a system header looks at.
struct NeededMacro {
    std::string definition;     ///< a `#define` line
    bool replaces = false;      ///< the system or the compiler defines it too
    bool is_taken_over = false; ///< the header has defined it anew; it is the system's from there
};

/// One `#include` of a system header in a file of the user.
struct SystemInclude {
    std::string header;                        ///< as "<vector>"
    std::map<std::string, NeededMacro> macros; ///< by name
    std::vector<std::string> undefined;        ///< system macros that the user has undefined before
    bool is_next = false;                      ///< #include_next: not to be found in user folders
};

/// All that preprocessing told about the meeting of user code and system headers.
struct SystemIncludes {
    std::vector<SystemInclude> in_order;

    /// System macros that the expanded text must not expand (again): `sa_handler`, which expands to
    /// something that contains its own name, and those that the user has undefined or redefined.
    std::set<std::string> blocked;

    bool asks_for_compiler = false;

    /// Files that the compiler names otherwise than clang does.
    std::map<std::string, std::string> names;

    /// Folders of system headers that read a header of the user again which the text has expanded,
    /// and which `#pragma once` alone would keep out: they must be expanded too.
    std::set<std::string> entangled;
};

/// Watches a preprocessor and fills `result`, which must outlive it.
std::unique_ptr<clang::PPCallbacks> watch_system_includes(clang::Preprocessor& preprocessor,
                                                          SystemIncludes& result);

/// Notes a token of the preprocessor's output.
void note_token(clang::Preprocessor const& preprocessor, clang::Token const& token,
                SystemIncludes& result);

/// Completes what clang prints with -fkeep-system-includes. Headers in `expanded` folders stay
/// system headers for the compiler's warnings.
std::string complete_text(std::string_view printed, SystemIncludes const& includes,
                          std::set<std::string> const& expanded);

/// Whether the text's includes must not be searched in the user's folders.
bool bypasses_user_folders(std::string_view text);

} // namespace rewrite
