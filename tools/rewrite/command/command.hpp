// SPDX-License-Identifier: BSD-2-Clause
// A compiler's command line as a launcher sees it: what it compiles, for whom, into what.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace rewrite {

enum class CompilerKind { gcc, clang, unknown };

enum class Language { c, cxx };

/// What a tool can rewrite.
enum class Languages { cxx, c_and_cxx };

/// A command of g++, gcc, clang++ or clang.
struct CompilerCommand {
    std::vector<std::string> words;     ///< as given
    std::vector<std::string> launchers; ///< another launcher's words before the compiler
    std::string program;
    CompilerKind kind = CompilerKind::unknown;
    std::vector<std::string> arguments; ///< without the program, response files expanded
    std::optional<std::string> source;  ///< the only source, if it compiles exactly one
    Language language = Language::cxx;  ///< of the source
    std::string output;                 ///< -o, or what the compiler would choose
    bool compiles = false; ///< the source, into an object, assembly, LLVM IR or a program
    std::optional<std::string> dependency_file; ///< of -MD, -MMD, -MF
    bool dependencies_on_system = false;        ///< -MD and not -MMD
};

/// Reads a command. Never fails: what it does not understand is `compiles == false`, and such
/// commands are passed on untouched; so are those that compile another language than is wanted.
/// Launchers may stand before the compiler, each ended by `--`.
CompilerCommand read_command(std::vector<std::string> const& words,
                             Languages wanted = Languages::cxx);

} // namespace rewrite
