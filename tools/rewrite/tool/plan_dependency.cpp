// SPDX-License-Identifier: BSD-2-Clause
// Makes compilations depend on a plan file, in dependency files as compilers write them.
#include "plan_dependency.hpp"

#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>

namespace rewrite {

/// As make reads it: blanks and number signs are escaped by a backslash, dollars doubled.
static std::string escaped(std::string const& file) {
    std::string text;
    for (char const each : file) {
        if (each == ' ' || each == '#') text += '\\';
        if (each == '$') text += '$';
        text += each;
    }
    return text;
}

void add_dependency(std::string const& dependency_file, std::string const& file) {
    auto const buffer = llvm::MemoryBuffer::getFile(dependency_file);
    if (!buffer) return;
    llvm::StringRef const text = (*buffer)->getBuffer();
    size_t const end = text.find(':');
    if (end == llvm::StringRef::npos) return;
    std::string const rule = text.take_front(end).str() + ": " + escaped(file) + '\n';
    if (text.contains(rule)) return;
    std::error_code problem;
    llvm::raw_fd_ostream out(dependency_file, problem, llvm::sys::fs::OF_Append);
    if (!problem) out << (text.ends_with("\n") ? "" : "\n") << rule;
}

} // namespace rewrite
