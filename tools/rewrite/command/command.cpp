// SPDX-License-Identifier: BSD-2-Clause
// Reads a compiler's command line.
#include "command.hpp"

#include "flags.hpp"

#include <llvm/ADT/SmallString.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/Support/Allocator.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/Program.h>
#include <llvm/Support/StringSaver.h>

#include <tuple>

namespace rewrite {
namespace {

namespace path = llvm::sys::path;

CompilerKind kind_by_name(llvm::StringRef name) {
    if (name.contains("clang")) return CompilerKind::clang;
    if (name.contains("g++") || name.contains("gcc")) return CompilerKind::gcc;
    return CompilerKind::unknown;
}

/// `c++` is a link to one of them, so the name it leads to counts where its own says nothing.
CompilerKind kind_of(std::string const& program) {
    CompilerKind const named = kind_by_name(path::filename(program));
    if (named != CompilerKind::unknown) return named;
    llvm::ErrorOr<std::string> const found = llvm::sys::findProgramByName(program);
    llvm::SmallString<128> real;
    if (!found || llvm::sys::fs::real_path(*found, real)) return CompilerKind::unknown;
    return kind_by_name(path::filename(real));
}

std::vector<std::string> expand_response_files(std::vector<std::string> const& words) {
    llvm::BumpPtrAllocator allocator;
    llvm::SmallVector<char const*> expanded;
    for (std::string const& word : words)
        expanded.push_back(word.c_str());
    llvm::cl::ExpansionContext context(allocator, llvm::cl::TokenizeGNUCommandLine);
    // A file that cannot be read stays as the word it is, as the compilers treat it.
    if (llvm::Error error = context.expandResponseFiles(expanded)) {
        llvm::consumeError(std::move(error));
        return words;
    }
    return {expanded.begin(), expanded.end()};
}

/// `gcc x.c` is C, `g++ x.c` is C++; nothing: neither, or preprocessed already.
std::optional<Language> language_of(std::string const& file, std::string const& language,
                                    bool driver_is_cxx) {
    if (language == "c++") return Language::cxx;
    if (language == "c") return Language::c;
    if (!language.empty() && language != "none") return std::nullopt;
    return llvm::StringSwitch<std::optional<Language>>(path::extension(file))
        .Case(".c", driver_is_cxx ? Language::cxx : Language::c)
        .Cases(".cc", ".cp", ".cxx", ".cpp", ".CPP", ".c++", ".C", ".CC", Language::cxx)
        .Default(std::nullopt);
}

/// Anything that is itself compiled or assembled, in whatever language.
bool is_any_source(std::string const& file, std::string const& language) {
    if (!language.empty() && language != "none") return true;
    return !llvm::StringSwitch<bool>(path::extension(file))
                .Cases(".o", ".a", ".so", ".obj", ".lo", ".ld", ".lds", true)
                .Default(path::filename(file).contains(".so."));
}

/// What the flags say, in their order.
struct Reading {
    std::vector<std::pair<std::string, Language>> sources; ///< in languages that are wanted
    unsigned other_sources = 0;
    std::string output;
    std::string suffix; ///< of the default output; empty: a program
    bool stops_early = false;
    bool llvm_ir = false;
    bool writes_dependencies = false;
    bool user_dependencies_only = false;
    std::optional<std::string> dependency_file;
};

void read_mode(std::string const& name, Reading& reading) {
    if (name == "-c")
        reading.suffix = reading.suffix == ".s" ? ".s" : ".o";
    else if (name == "-S")
        reading.suffix = ".s";
    else if (name == "-emit-llvm")
        reading.llvm_ir = true;
    else
        reading.stops_early = true;
}

void read_dependency(Flag const& flag, Reading& reading) {
    if (flag.name == "-MD" || flag.name == "-MMD") reading.writes_dependencies = true;
    if (flag.name == "-MMD") reading.user_dependencies_only = true;
    if (flag.name == "-MF") reading.dependency_file = flag.value;
}

void read_input(std::string const& file, std::string const& language, bool driver_is_cxx,
                Languages wanted, Reading& reading) {
    std::optional<Language> const found = language_of(file, language, driver_is_cxx);
    if (found && (*found == Language::cxx || wanted == Languages::c_and_cxx))
        reading.sources.emplace_back(file, *found);
    else if (is_any_source(file, language))
        ++reading.other_sources;
}

Reading read(std::vector<Flag> const& flags, bool driver_is_cxx, Languages wanted) {
    Reading reading;
    std::string language;
    for (Flag const& flag : flags) {
        if (flag.use == FlagUse::input)
            read_input(flag.value, language, driver_is_cxx, wanted, reading);
        else if (flag.use == FlagUse::language)
            language = flag.value;
        else if (flag.use == FlagUse::output)
            reading.output = flag.value;
        else if (flag.use == FlagUse::mode)
            read_mode(flag.name, reading);
        else if (flag.use == FlagUse::dependency)
            read_dependency(flag, reading);
    }
    return reading;
}

std::string default_output(Reading const& reading, std::string const& source) {
    if (reading.suffix.empty()) return "a.out";
    std::string suffix = reading.suffix;
    if (reading.llvm_ir) suffix = suffix == ".s" ? ".ll" : ".bc";
    return path::stem(source).str() + suffix;
}

/// Without -MF the name comes from the output, and without -o from the source.
std::string default_dependency_file(Reading const& reading, std::string const& source) {
    llvm::SmallString<128> file(reading.output.empty() ? path::filename(source)
                                                       : llvm::StringRef(reading.output));
    path::replace_extension(file, ".d");
    return file.str().str();
}

/// Where the compiler stands: first, or after the `--` of the last launcher before it.
size_t place_of_compiler(std::vector<std::string> const& words) {
    if (kind_of(words.front()) != CompilerKind::unknown) return 0;
    for (size_t i = 1; i + 1 < words.size(); ++i)
        if (words[i] == "--" && kind_of(words[i + 1]) != CompilerKind::unknown) return i + 1;
    return 0;
}

} // namespace

CompilerCommand read_command(std::vector<std::string> const& words, Languages wanted) {
    CompilerCommand command;
    command.words = words;
    if (words.empty()) return command;
    auto const compiler = words.begin() + ptrdiff_t(place_of_compiler(words));
    command.launchers.assign(words.begin(), compiler);
    command.program = *compiler;
    command.kind = kind_of(command.program);
    command.arguments = expand_response_files({compiler + 1, words.end()});

    bool const driver_is_cxx = llvm::StringRef(path::filename(command.program)).contains("++");
    Reading const reading = read(read_flags(command.arguments), driver_is_cxx, wanted);
    bool const is_one = reading.sources.size() == 1 && reading.other_sources == 0;
    command.output = reading.output;
    if (!is_one) return command;

    std::tie(command.source, command.language) = reading.sources.front();
    if (command.output.empty()) command.output = default_output(reading, *command.source);
    command.compiles = command.kind != CompilerKind::unknown && !reading.stops_early;
    if (reading.writes_dependencies) {
        command.dependencies_on_system = !reading.user_dependencies_only;
        command.dependency_file =
            reading.dependency_file.value_or(default_dependency_file(reading, *command.source));
    }
    return command;
}

} // namespace rewrite
