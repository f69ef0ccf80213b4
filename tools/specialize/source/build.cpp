// SPDX-License-Identifier: BSD-2-Clause
// Sorts the words of a compiler's command that may compile several sources.
#include "build.hpp"

#include <rewrite/command/flags.hpp>

#include <clang/Basic/Version.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/Program.h>

#include <algorithm>

namespace specialize {
namespace {

using rewrite::Flag;
using rewrite::FlagUse;

/// What would change the kind of the output: link-time optimisation, instrumented profiles.
bool changes_output(Flag const& flag) {
    llvm::StringRef const name = flag.name;
    return name.starts_with("-flto") || name.starts_with("-fprofile") ||
           name.starts_with("-fno-lto") || name == "-ffat-lto-objects";
}

bool is_level(Flag const& flag) {
    return llvm::StringRef(flag.words.front()).starts_with("-O");
}

/// Without optimisation clang marks functions so that nobody may optimise them.
bool is_no_level(Flag const& flag) {
    return flag.words.front() == "-O0" || flag.words.front() == "-O";
}

bool is_for_reading(Flag const& flag) {
    switch (flag.use) {
    case FlagUse::definition:
    case FlagUse::undefinition:
    case FlagUse::text:
    case FlagUse::folder:
    case FlagUse::header_unit:
    case FlagUse::meaning:
        return !changes_output(flag) && !is_no_level(flag);
    default:
        return false;
    }
}

bool is_for_code(Flag const& flag) {
    if (flag.use != FlagUse::meaning || changes_output(flag)) return false;
    llvm::StringRef const word = flag.words.front();
    return word.starts_with("-O") || word.starts_with("-f") || word.starts_with("-m") ||
           word.starts_with("--target") || word == "-target";
}

void append(std::vector<std::string>& words, std::vector<std::string> const& more) {
    words.insert(words.end(), more.begin(), more.end());
}

/// A word of the command as the only source of that compiler.
std::optional<Source> source_of(std::string const& program, std::string const& language,
                                std::string const& file) {
    std::vector<std::string> words = {program, "-c"};
    if (!language.empty()) append(words, {"-x", language});
    words.push_back(file);
    auto const alone = rewrite::read_command(words, rewrite::Languages::c_and_cxx);
    if (!alone.compiles) return std::nullopt;
    return Source{file, alone.language};
}

/// The real program, because clang finds its own headers beside it.
std::string installed_clang() {
    std::string const name = "clang-" + std::to_string(CLANG_VERSION_MAJOR);
    llvm::ErrorOr<std::string> const found = llvm::sys::findProgramByName(name);
    llvm::SmallString<128> real;
    if (!found || llvm::sys::fs::real_path(*found, real)) return {};
    return real.str().str();
}

void read(rewrite::CompilerCommand const& command, Build& build) {
    std::string language;
    bool has_level = false;
    for (Flag const& flag : rewrite::read_flags(command.arguments)) {
        if (flag.use == FlagUse::language) language = flag.value;
        if (flag.use == FlagUse::input)
            if (auto source = source_of(command.program, language, flag.value))
                build.sources.push_back(std::move(*source));
        if (is_for_reading(flag)) append(build.reading_flags, flag.words);
        if (is_for_code(flag)) append(build.code_flags, flag.words);
        if (is_level(flag)) has_level = !is_no_level(flag);
        llvm::StringRef const word = flag.words.front();
        if (word.starts_with("-g")) build.wants_debug_information = word != "-g0";
    }
    if (!has_level) build.reading_flags.emplace_back("-O1");
}

} // namespace

std::optional<Build> build_of(std::vector<std::string> const& command,
                              rewrite::Diagnostics& diagnostics) {
    auto const known = rewrite::read_command(command, rewrite::Languages::c_and_cxx);
    Build build;
    if (known.kind != rewrite::CompilerKind::unknown) read(known, build);
    if (build.sources.empty()) {
        diagnostics.refuse("S0401", {}, "`" + known.program + "` compiles no C or C++ source here",
                           "give the whole command after `--`, as `-- gcc -O2 -c clnt.c xdr.c`");
        return std::nullopt;
    }
    build.clang = installed_clang();
    if (!build.clang.empty()) return build;
    std::string const name = "clang-" + std::to_string(CLANG_VERSION_MAJOR);
    diagnostics.refuse("S0403", {}, "there is no program `" + name + "` to compile with",
                       "install the package " + name);
    return std::nullopt;
}

} // namespace specialize
