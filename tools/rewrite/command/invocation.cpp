// SPDX-License-Identifier: BSD-2-Clause
// Builds clang's settings for one source from a g++ or clang++ command.
#include "invocation.hpp"

#include "flags.hpp"
#include <rewrite/syntax/clang.hpp>

#include <clang/Basic/DiagnosticOptions.h>
#include <clang/Basic/TargetInfo.h>
#include <clang/Basic/TargetOptions.h>
#include <clang/Basic/Version.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/Utils.h>
#include <clang/Lex/HeaderSearchOptions.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/Program.h>

#include <algorithm>
#include <array>
#include <dlfcn.h>

namespace rewrite {
namespace {

namespace path = llvm::sys::path;

/// `lib/clang/19` beside this file or in a folder above it, where packages and builds put it.
std::string resources_near(llvm::StringRef file) {
    llvm::SmallString<128> real;
    if (llvm::sys::fs::real_path(file, real)) return {};
    std::string const version = std::to_string(CLANG_VERSION_MAJOR);
    llvm::SmallString<128> const own(("llvm-" + version));
    for (llvm::StringRef folder = path::parent_path(real); !folder.empty();
         folder = path::parent_path(folder))
        for (llvm::StringRef between :
             {llvm::StringRef(""), llvm::StringRef("lib"), llvm::StringRef(own)}) {
            llvm::SmallString<128> candidate(folder);
            path::append(candidate, between, between == own ? "lib" : "", "clang", version);
            if (llvm::sys::fs::exists(candidate + "/include/stddef.h")) return candidate.c_str();
        }
    return {};
}

/// Clang's own headers: near the library that runs here, else near an installed program.
std::string const& resource_folder() {
    static std::string const folder = [] {
        Dl_info library = {};
        auto* const address = reinterpret_cast<void*>(&clang::getClangFullVersion);
        std::string found;
        if (dladdr(address, &library) != 0) found = resources_near(library.dli_fname);
        std::string const program = "clang-" + std::to_string(CLANG_VERSION_MAJOR);
        llvm::ErrorOr<std::string> const installed = llvm::sys::findProgramByName(program);
        if (found.empty() && installed) found = resources_near(*installed);
        return found;
    }();
    return folder;
}

/// Whether a compiler keeps headers for its own intrinsics there, which no other can read.
bool is_folder_of_intrinsics(llvm::StringRef folder) {
    llvm::SmallVector<llvm::StringRef> parts;
    folder.split(parts, '/', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
    size_t const count = parts.size();
    if (count < 4) return false;
    bool const is_gcc = parts[count - 4].starts_with("gcc") &&
                        (parts[count - 1] == "include" || parts[count - 1] == "include-fixed");
    bool const is_clang = parts[count - 3] == "clang" && parts[count - 1] == "include";
    return is_gcc || is_clang;
}

std::string for_clang(std::string const& folder) {
    return is_folder_of_intrinsics(folder) ? resource_folder() + "/include" : folder;
}

/// The value of a macro that stands for a version of a language.
llvm::StringRef version_in(CompilerFacts const& facts, llvm::StringRef macro) {
    return llvm::StringRef(facts.macros).split(macro).second.take_while(llvm::isDigit);
}

std::string default_standard_of_c(CompilerFacts const& facts) {
    return llvm::StringSwitch<std::string>(version_in(facts, "#define __STDC_VERSION__ "))
        .Case("199409", "-std=gnu89")
        .Case("199901", "-std=gnu99")
        .Case("201112", "-std=gnu11")
        .Case("201710", "-std=gnu17")
        .Case("", facts.macros.empty() ? "-std=gnu17" : "-std=gnu89")
        .Default("-std=gnu23");
}

/// The language that the compiler takes without -std.
std::string default_standard(CompilerFacts const& facts, Language language) {
    if (language == Language::c) return default_standard_of_c(facts);
    return llvm::StringSwitch<std::string>(version_in(facts, "#define __cplusplus "))
        .Case("199711", "-std=gnu++98")
        .Case("201103", "-std=gnu++11")
        .Case("201402", "-std=gnu++14")
        .Case("201703", "-std=gnu++17")
        .Case("202002", "-std=gnu++20")
        .Case("", "-std=gnu++17")
        .Default("-std=gnu++23");
}

/// What clang takes for errors and compilers of today's C programs for no more than warnings.
constexpr std::array lenient_in_c{
    "-Wno-implicit-function-declaration",       "-Wno-implicit-int",    "-Wno-int-conversion",
    "-Wno-incompatible-function-pointer-types", "-Wno-return-mismatch", "-Wno-return-type"};

bool is_wanted(Flag const& flag, Purpose purpose) {
    bool const has_had_effect = flag.use == FlagUse::definition || flag.use == FlagUse::text;
    if (has_had_effect) return purpose == Purpose::preprocess;
    return flag.use == FlagUse::meaning || flag.use == FlagUse::folder ||
           flag.use == FlagUse::undefinition;
}

std::vector<std::string> words_for_clang(CompilerCommand const& command, CompilerFacts const& facts,
                                         Purpose purpose, std::string const& source) {
    std::vector<std::string> words = {"clang++", "-x", "c++", "-w"};
    if (command.language == Language::c) {
        words = {"clang", "-x", "c", "-w"};
        words.insert(words.end(), lenient_in_c.begin(), lenient_in_c.end());
    }
    if (!resource_folder().empty()) words.push_back("-resource-dir=" + resource_folder());
    if (!facts.target.empty()) {
        words.push_back("--target=" + facts.target);
        words.emplace_back("-nostdinc");
    }
    bool names_standard = false;
    for (Flag const& flag : read_flags(command.arguments)) {
        if (!is_wanted(flag, purpose)) continue;
        names_standard |= flag.name == "-std=" || flag.name == "-ansi";
        words.insert(words.end(), flag.words.begin(), flag.words.end());
    }
    if (!names_standard) words.push_back(default_standard(facts, command.language));
    words.emplace_back("--");
    words.push_back(source);
    return words;
}

/// A processor that only the user's compiler knows: its macros come from there anyway.
void forget_unknown_processor(clang::TargetOptions& options, clang::DiagnosticsEngine& engine) {
    auto const copy = std::make_shared<clang::TargetOptions>(options);
    llvm::IntrusiveRefCntPtr<clang::TargetInfo> const target =
        clang::TargetInfo::CreateTargetInfo(engine, copy);
    if (target) return;
    options.CPU.clear();
    options.TuneCPU.clear();
}

void set_folders(clang::HeaderSearchOptions& options, CompilerFacts const& facts, Purpose purpose) {
    for (std::string const& folder : facts.system_folders)
        options.AddPath(folder, clang::frontend::System, /*IsFramework=*/false,
                        /*IgnoreSysRoot=*/true);
    if (purpose != Purpose::parse) return;
    for (auto& entry : options.UserEntries)
        entry.Path = for_clang(entry.Path);
}

} // namespace

std::shared_ptr<clang::CompilerInvocation> make_invocation(CompilerCommand const& command,
                                                           CompilerFacts const& facts,
                                                           Purpose purpose,
                                                           std::string const& source) {
    std::vector<std::string> const words = words_for_clang(command, facts, purpose, source);
    std::vector<char const*> pointers;
    for (std::string const& word : words)
        pointers.push_back(word.c_str());

    // What clang's driver cannot do with a flag of another compiler is no matter for analysis.
    clang::IgnoringDiagConsumer silence;
    clang::CreateInvocationOptions settings;
    settings.Diags =
        clang::CompilerInstance::createDiagnostics(new clang::DiagnosticOptions, &silence, false);
    settings.RecoverOnError = true;
    std::shared_ptr<clang::CompilerInvocation> invocation =
        clang::createInvocation(pointers, settings);
    if (!invocation) return nullptr;

    forget_unknown_processor(invocation->getTargetOpts(), *settings.Diags);
    set_folders(invocation->getHeaderSearchOpts(), facts, purpose);
    invocation->getDiagnosticOpts().IgnoreWarnings = true;
    invocation->getFrontendOpts().DisableFree = false;
    bool const has_macros = purpose == Purpose::preprocess && !facts.macros.empty();
    invocation->getPreprocessorOpts().UsePredefines = !has_macros;
    // Clang's driver adds this one; the compiler's own list has it where it holds.
    if (has_macros)
        std::erase_if(invocation->getPreprocessorOpts().Macros, [](auto const& macro) {
            return macro.first.starts_with("__GCC_HAVE_DWARF2_CFI_ASM");
        });
    return invocation;
}

} // namespace rewrite
