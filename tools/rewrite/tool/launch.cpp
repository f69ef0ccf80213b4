// SPDX-License-Identifier: BSD-2-Clause
// Puts rewritten text in the place of the user's source on the compiler's command line.
#include "launch.hpp"

#include "child.hpp"
#include "dependencies.hpp"
#include <rewrite/command/flags.hpp>
#include <rewrite/text/line_markers.hpp>
#include <rewrite/text/system_includes.hpp>

#include <llvm/ADT/StringRef.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ranges>
#include <unistd.h>

namespace rewrite {
namespace {

/// Linux takes 128 KiB in one word and shares 2 MiB between words and environment.
constexpr size_t longest_command_bytes = 64 * 1024;

/// The file keeps the source's name, because compilers make other names from it: of outputs,
/// of -save-temps, of initialisation functions.
std::string file_name(CompilerCommand const& command) {
    if (*command.source != "-") return llvm::sys::path::filename(*command.source).str();
    return command.language == Language::c ? "stdin.c" : "stdin.cc";
}

bool is_pedantic(Flag const& flag) {
    return std::ranges::any_of(flag.words, [](llvm::StringRef word) {
        return word.ltrim('-').starts_with("pedantic") || word == "-Wpedantic" ||
               word == "-Werror=pedantic";
    });
}

/// Whether the flag still has something to do: the text has macros and -include files in it
/// already, and dependencies are written here.
bool is_kept(Flag const& flag, bool without_user_folders) {
    if (flag.use == FlagUse::definition || flag.use == FlagUse::text) return false;
    if (flag.use == FlagUse::folder) return !without_user_folders;
    return flag.use != FlagUse::dependency;
}

/// The source's name in debug information. The compilers apply one prefix map to a name, the last
/// that fits, so those of the user are applied here.
std::string name_in_debug_information(std::string const& source, std::vector<Flag> const& flags) {
    if (source == "-") return "<stdin>";
    for (Flag const& flag : std::views::reverse(flags)) {
        if (flag.name != "-fdebug-prefix-map=" && flag.name != "-ffile-prefix-map=") continue;
        auto const [from, to] = llvm::StringRef(flag.value).rsplit('=');
        llvm::StringRef rest(source);
        if (rest.consume_front(from)) return (to + rest).str();
    }
    return source;
}

/// The user's flags, reading `file`.
std::vector<std::string> words_for(CompilerCommand const& command, std::string const& file,
                                   std::string const& text) {
    bool const without_user_folders = bypasses_user_folders(text);
    std::vector<Flag> const flags = read_flags(command.arguments);
    std::vector<std::string> words;
    for (Flag const& flag : flags) {
        if (flag.use == FlagUse::input && flag.value == *command.source)
            words.push_back(file);
        else if (is_kept(flag, without_user_folders))
            words.insert(words.end(), flag.words.begin(), flag.words.end());
    }
    words.push_back("-fdebug-prefix-map=" + file + "=" +
                    name_in_debug_information(*command.source, flags));
    if (command.kind == CompilerKind::clang) words.emplace_back("-Wno-gnu-line-marker");
    return words;
}

/// G++ has no flag for its warning about `# 12 "file"`, so there `#line` must do.
std::string without_gnu_markers(std::string const& text) {
    LineMarkers const markers(text);
    std::string standard;
    size_t done = 0;
    for (Directive const& directive : markers.directives()) {
        if (!directive.is_marker) continue;
        standard.append(text, done, directive.range.begin - done);
        LinePosition const next = {directive.next.file, std::max(directive.next.line, 1U), 0};
        standard += line_directive(next, next);
        done = directive.range.end;
    }
    return standard.append(text, done);
}

bool needs_standard_directives(CompilerCommand const& command) {
    return command.kind == CompilerKind::gcc &&
           std::ranges::any_of(read_flags(command.arguments), is_pedantic);
}

std::string for_response_file(std::vector<std::string> const& words) {
    std::string text;
    for (std::string const& word : words) {
        text += '"';
        for (char const character : word) {
            if (character == '"' || character == '\\') text += '\\';
            text += character;
        }
        text += "\"\n";
    }
    return text;
}

int report(std::string const& what) {
    llvm::errs() << what << ": " << std::strerror(errno) << '\n';
    return 1;
}

/// Compilers colour what a terminal shows, and here they write into a file.
std::vector<std::string> with_colour(std::vector<std::string> words) {
    char const* const terminal = std::getenv("TERM");
    bool const is_dumb = terminal == nullptr || llvm::StringRef(terminal) == "dumb";
    bool const is_decided = std::ranges::any_of(words, [](llvm::StringRef word) {
        return word.contains("diagnostics-color") || word.contains("color-diagnostics");
    });
    if (isatty(STDERR_FILENO) == 1 && !is_dumb && !is_decided)
        words.emplace_back("-fdiagnostics-color=always");
    return words;
}

/// The user's command with another output and without dependencies.
std::vector<std::string> original_words(CompilerCommand const& command, std::string const& output) {
    std::vector<std::string> words;
    for (Flag const& flag : read_flags(command.arguments))
        if (flag.use != FlagUse::output && flag.use != FlagUse::dependency)
            words.insert(words.end(), flag.words.begin(), flag.words.end());
    words.insert(words.end(), {"-o", output});
    return words;
}

/// Long commands, which users keep in response files, go into one again.
std::vector<std::string> whole_command(CompilerCommand const& command,
                                       std::vector<std::string> words, TemporaryFolder& folder) {
    size_t size = 0;
    for (std::string const& word : words)
        size += word.size() + 1;
    if (size > longest_command_bytes) {
        std::string const file =
            folder.write(file_name(command) + ".arguments", for_response_file(words));
        if (!file.empty()) words = {"@" + file};
    }
    words.insert(words.begin(), command.program);
    return words;
}

/// Other launchers see the new text, too.
std::vector<std::string> launched_command(CompilerCommand const& command,
                                          std::vector<std::string> words, TemporaryFolder& folder) {
    words = whole_command(command, std::move(words), folder);
    words.insert(words.begin(), command.launchers.begin(), command.launchers.end());
    return words;
}

void show(std::string const& messages) {
    if (auto const buffer = llvm::MemoryBuffer::getFile(messages))
        llvm::errs() << (*buffer)->getBuffer();
}

bool write_dependencies(CompilerCommand const& command, UnitText const& unit) {
    std::error_code error;
    llvm::raw_fd_ostream out(*command.dependency_file, error);
    if (!error) {
        out << dependency_rules(command, unit);
        out.close();
        error = out.error();
    }
    if (!error) return true;
    llvm::errs() << *command.dependency_file << ": " << error.message() << '\n';
    out.clear_error();
    return false;
}

} // namespace

int run_untouched(CompilerCommand const& command) {
    return run_child(command.words);
}

int compile_text(CompilerCommand const& command, UnitText const& unit, std::string const& text) {
    TemporaryFolder folder;
    std::string const file = folder.write(
        file_name(command), needs_standard_directives(command) ? without_gnu_markers(text) : text);
    std::string const messages = folder.write(file_name(command) + ".messages", "");
    if (file.empty() || messages.empty()) return report("temporary file");
    std::vector<std::string> words = words_for(command, file, text);
    int status = run_child(launched_command(command, with_colour(words), folder), messages);

    // Expanded macros can earn warnings, and so errors, that they do not have in the source. What
    // the compiler says of the source as it was written decides.
    if (status != 0 && unit.name != "-") {
        std::string const output = folder.write(file_name(command) + ".original", "");
        int const original =
            run_child(whole_command(command, original_words(command, output), folder));
        if (original != 0) return original;
        words.insert(words.end(), {"-w", "-Wno-error"});
        status = run_child(launched_command(command, words, folder));
    } else {
        show(messages);
    }
    if (status == 0 && command.dependency_file && !write_dependencies(command, unit)) return 1;
    return status;
}

} // namespace rewrite
