// SPDX-License-Identifier: BSD-2-Clause
// Commands that compile C++ in a way that cannot be rewritten: finds their sources, one by one.
#include "uncovered.hpp"

#include "plan_fit.hpp"

#include <rewrite/text/files.hpp>
#include <rewrite/text/unit.hpp>

#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>

#include <algorithm>

namespace collapse {

using rewrite::CompilerCommand;
using rewrite::CompilerKind;

namespace {

using Words = std::vector<std::string>;

bool is_preprocessed(std::string const& word) {
    return llvm::sys::path::extension(word) == ".ii";
}

/// A file that is C++ by its name.
bool is_source(std::string const& word) {
    bool const is_cxx = is_preprocessed(word) || rewrite::read_command({"g++", word}).compiles;
    return !word.starts_with("-") && is_cxx && llvm::sys::fs::exists(word);
}

/// The command from the first word that names a compiler; from the first word, if none does.
Words compiler_command(Words const& words) {
    auto const found = std::ranges::find_if(words, [](std::string const& word) {
        return rewrite::read_command({word}).kind != CompilerKind::unknown;
    });
    if (found != words.end()) return {found, words.end()};
    Words replaced = words;
    replaced.front() = "g++";
    return replaced;
}

/// The command with this as its only source.
CompilerCommand command_with(Words const& words, std::string const& source) {
    Words kept;
    for (std::string const& word : words)
        if (word == source || kept.empty() || !is_source(word)) kept.push_back(word);
    if (is_preprocessed(source)) kept.insert(std::ranges::find(kept, source), {"-x", "c++"});
    return rewrite::read_command(kept);
}

std::string reason(CompilerCommand const& command, Words const& words, std::string const& source) {
    if (is_preprocessed(source)) return "it is preprocessed already";
    if (words.size() < command.words.size())
        return "`" + command.program + "` stands between collapse and the compiler";
    if (command.kind == CompilerKind::unknown)
        return "`" + command.program + "` is no g++ or clang++ that collapse knows";
    return "the command compiles several sources at once";
}

} // namespace

void check_uncovered(CompilerCommand const& command, Plan const& plan,
                     rewrite::Diagnostics& diagnostics) {
    if (command.words.empty()) return;
    Words const words = compiler_command(command.words);
    for (std::string const& source : words) {
        if (!is_source(source)) continue;
        CompilerCommand const alone = command_with(words, source);
        if (!alone.compiles) continue;
        rewrite::Diagnostics unseen; // The compiler, which runs next, has its own words.
        auto const text = rewrite::preprocess(alone, alone.kind, unseen);
        if (!text || !is_concerned(text->text, plan)) continue;
        diagnostics.refuse("C0118", {source},
                           "a class to be flattened would stay as it is: " +
                               reason(command, words, source),
                           "compile each source by a command of its own, with collapse next to "
                           "the compiler");
    }
}

} // namespace collapse
