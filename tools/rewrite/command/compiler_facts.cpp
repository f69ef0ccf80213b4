// SPDX-License-Identifier: BSD-2-Clause
// Asks the user's compiler for its macros, folders and target: `-E -dM -v` tells all at once.
#include "compiler_facts.hpp"

#include "flags.hpp"

#include <llvm/ADT/SmallString.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/FileUtilities.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Program.h>

#include <array>
#include <map>
#include <mutex>

extern char** environ;

namespace rewrite {
namespace {

/// Without those that name the user's files: their folders and macros are no facts of the compiler.
std::vector<std::string> question(CompilerCommand const& command) {
    std::vector<std::string> words = {command.program};
    for (Flag const& flag : read_flags(command.arguments)) {
        bool const names_folder =
            llvm::StringRef(flag.name).starts_with("-i") && flag.name != "-isysroot";
        if (flag.use == FlagUse::meaning && !names_folder)
            words.insert(words.end(), flag.words.begin(), flag.words.end());
    }
    char const* const language = command.language == Language::c ? "c" : "c++";
    for (char const* word : {"-x", language, "-E", "-dM", "-v", "-"})
        words.emplace_back(word);
    return words;
}

/// In plain English, and without the variables that add folders.
std::vector<llvm::StringRef> environment() {
    std::vector<llvm::StringRef> variables;
    for (char** variable = environ; *variable != nullptr; ++variable) {
        llvm::StringRef const text = *variable;
        bool const changes_answer =
            text.starts_with("LC_ALL=") || text.starts_with("CPATH=") ||
            text.starts_with("CPLUS_INCLUDE_PATH=") || text.starts_with("C_INCLUDE_PATH=") ||
            text.starts_with("DEPENDENCIES_OUTPUT=") || text.starts_with("SUNPRO_DEPENDENCIES=");
        if (!changes_answer) variables.push_back(text);
    }
    variables.emplace_back("LC_ALL=C");
    return variables;
}

std::string contents_of(llvm::StringRef file) {
    auto const buffer = llvm::MemoryBuffer::getFile(file);
    return buffer ? (*buffer)->getBuffer().str() : "";
}

std::string real_folder(llvm::StringRef folder) {
    llvm::SmallString<128> real;
    if (llvm::sys::fs::real_path(folder, real)) return folder.str();
    return real.str().str();
}

void read_report(llvm::StringRef report, CompilerFacts& facts) {
    llvm::SmallVector<llvm::StringRef> lines;
    report.split(lines, '\n');
    bool in_list = false;
    for (llvm::StringRef line : lines) {
        if (line.consume_front("Target: "))
            facts.target = line.str();
        else if (line.starts_with("#include <...>"))
            in_list = true;
        else if (line.starts_with("End of search list"))
            in_list = false;
        else if (in_list)
            facts.system_folders.push_back(real_folder(line.trim()));
    }
}

CompilerFacts ask(std::vector<std::string> const& words) {
    CompilerFacts facts;
    llvm::ErrorOr<std::string> const program = llvm::sys::findProgramByName(words.front());
    llvm::SmallString<128> answer;
    llvm::SmallString<128> report;
    if (!program || llvm::sys::fs::createTemporaryFile("macros", "txt", answer)) return facts;
    llvm::FileRemover const remove_answer(answer);
    if (llvm::sys::fs::createTemporaryFile("folders", "txt", report)) return facts;
    llvm::FileRemover const remove_report(report);

    std::vector<llvm::StringRef> const arguments(words.begin(), words.end());
    std::array<std::optional<llvm::StringRef>, 3> const streams = {llvm::StringRef(""),
                                                                   answer.str(), report.str()};
    int const status =
        llvm::sys::ExecuteAndWait(*program, arguments, environment(), {streams.begin(), 3});
    if (status != 0) return facts;
    facts.macros = contents_of(answer);
    read_report(contents_of(report), facts);
    return facts;
}

} // namespace

CompilerFacts const& ask_compiler(CompilerCommand const& command) {
    static std::mutex mutex;
    static std::map<std::vector<std::string>, CompilerFacts> answers;
    std::lock_guard const guard(mutex);
    std::vector<std::string> const words = question(command);
    auto const [place, is_new] = answers.try_emplace(words);
    if (is_new) place->second = ask(words);
    return place->second;
}

} // namespace rewrite
