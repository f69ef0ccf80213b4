// SPDX-License-Identifier: BSD-2-Clause
// Sorts command-line words with the option table of clang's driver.
#include "flags.hpp"

#include <clang/Driver/Options.h>
#include <llvm/Option/Arg.h>
#include <llvm/Option/ArgList.h>
#include <llvm/Option/OptTable.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace rewrite {
namespace {

namespace options = clang::driver::options;

struct Meaning {
    unsigned option;
    FlagUse use;
};

/// The first entry that an option is, or belongs to, decides.
constexpr Meaning meanings[] = {
    {options::OPT_INPUT, FlagUse::input},
    {options::OPT_o, FlagUse::output},
    {options::OPT_c, FlagUse::mode},
    {options::OPT_S, FlagUse::mode},
    {options::OPT_E, FlagUse::mode},
    {options::OPT_M, FlagUse::mode},
    {options::OPT_MM, FlagUse::mode},
    {options::OPT_fsyntax_only, FlagUse::mode},
    {options::OPT__HASH_HASH_HASH, FlagUse::mode},
    {options::OPT__version, FlagUse::mode},
    {options::OPT_help, FlagUse::mode},
    {options::OPT_dumpversion, FlagUse::mode},
    {options::OPT_dumpmachine, FlagUse::mode},
    {options::OPT_emit_llvm, FlagUse::mode},
    {options::OPT_MD, FlagUse::dependency},
    {options::OPT_MMD, FlagUse::dependency},
    {options::OPT_MF, FlagUse::dependency},
    {options::OPT_MT, FlagUse::dependency},
    {options::OPT_MQ, FlagUse::dependency},
    {options::OPT_MP, FlagUse::dependency},
    {options::OPT_MG, FlagUse::dependency},
    {options::OPT_x, FlagUse::language},
    {options::OPT_D, FlagUse::definition},
    {options::OPT_U, FlagUse::undefinition},
    {options::OPT_include, FlagUse::text},
    {options::OPT_imacros, FlagUse::text},
    {options::OPT_I, FlagUse::folder},
    {options::OPT_iquote, FlagUse::folder},
    {options::OPT_include_pch, FlagUse::header_unit},
    {options::OPT_emit_pch, FlagUse::header_unit},
    {options::OPT_fmodule_file, FlagUse::header_unit},
    {options::OPT_fmodules, FlagUse::header_unit},
    {options::OPT_fcxx_modules, FlagUse::header_unit},
    {options::OPT_isystem, FlagUse::meaning},
    {options::OPT_cxx_isystem, FlagUse::meaning},
    {options::OPT_isystem_after, FlagUse::meaning},
    {options::OPT_idirafter, FlagUse::meaning},
    {options::OPT_isysroot, FlagUse::meaning},
    {options::OPT__sysroot_EQ, FlagUse::meaning},
    {options::OPT_iprefix, FlagUse::meaning},
    {options::OPT_iwithprefix, FlagUse::meaning},
    {options::OPT_nostdinc, FlagUse::meaning},
    {options::OPT_nostdincxx, FlagUse::meaning},
    {options::OPT_nostdlibinc, FlagUse::meaning},
    {options::OPT_stdlib_EQ, FlagUse::meaning},
    {options::OPT_std_EQ, FlagUse::meaning},
    {options::OPT_ansi, FlagUse::meaning},
    {options::OPT_target, FlagUse::meaning},
    {options::OPT_pthread, FlagUse::meaning},
    {options::OPT_ffile_prefix_map_EQ, FlagUse::meaning},
    {options::OPT_fmacro_prefix_map_EQ, FlagUse::meaning},
    {options::OPT_O_Group, FlagUse::meaning},
    {options::OPT_fplugin_EQ, FlagUse::other},
    {options::OPT_flto_EQ, FlagUse::other},
    {options::OPT_f_Group, FlagUse::meaning},
    {options::OPT_m_Group, FlagUse::meaning},
};

/// What g++ takes with a value in the next word and clang does not know.
constexpr std::array<std::string_view, 5> separate_in_gcc = {"-dumpbase", "-dumpbase-ext",
                                                             "-dumpdir", "-aux-info", "-wrapper"};

FlagUse use_of(llvm::opt::Option const& option) {
    for (Meaning const& meaning : meanings)
        if (option.matches(meaning.option)) return meaning.use;
    return FlagUse::other;
}

/// `-Wp,-MD,file` and `-Wp,-DX` are flags of the preprocessor in disguise.
std::vector<std::string> unpack_preprocessor_words(std::vector<std::string> const& arguments) {
    std::vector<std::string> words;
    for (std::string const& argument : arguments) {
        if (argument.rfind("-Wp,", 0) != 0) {
            words.push_back(argument);
            continue;
        }
        llvm::SmallVector<llvm::StringRef> parts;
        llvm::StringRef(argument).substr(4).split(parts, ',');
        for (size_t i = 0; i < parts.size(); ++i) {
            words.push_back(parts[i].str());
            bool const names_file = parts[i] == "-MD" || parts[i] == "-MMD";
            if (names_file && i + 1 < parts.size()) words.push_back("-MF");
        }
    }
    return words;
}

void add_inputs(llvm::opt::Arg const& argument, std::vector<Flag>& flags) {
    for (char const* file : argument.getValues())
        flags.push_back({FlagUse::input, "", file, {file}});
}

Flag flag_of(llvm::opt::Arg const& argument, std::vector<std::string> words) {
    Flag flag;
    flag.words = std::move(words);
    if (argument.getOption().getKind() == llvm::opt::Option::UnknownClass) {
        flag.name = flag.words.front();
        return flag;
    }
    llvm::opt::Option const option = argument.getOption().getUnaliasedOption();
    flag.use = use_of(option);
    if (flag.use != FlagUse::input) flag.name = option.getPrefixedName().str();
    if (argument.getNumValues() > 0) flag.value = argument.getValue();
    return flag;
}

} // namespace

std::vector<Flag> read_flags(std::vector<std::string> const& arguments) {
    std::vector<std::string> const words = unpack_preprocessor_words(arguments);
    std::vector<char const*> pointers;
    for (std::string const& word : words)
        pointers.push_back(word.c_str());
    unsigned missing_index = 0;
    unsigned missing_count = 0;
    llvm::opt::InputArgList const parsed = clang::driver::getDriverOptTable().ParseArgs(
        pointers, missing_index, missing_count, llvm::opt::Visibility(options::ClangOption));

    std::vector<llvm::opt::Arg*> const all(parsed.begin(), parsed.end());
    std::vector<Flag> flags;
    for (size_t i = 0; i < all.size(); ++i) {
        llvm::opt::Arg const& argument = *all[i];
        if (argument.getOption().matches(options::OPT__DASH_DASH)) {
            add_inputs(argument, flags);
            continue;
        }
        size_t const first = argument.getIndex();
        if (std::ranges::count(separate_in_gcc, words[first]) && i + 1 < all.size()) ++i;
        size_t const last = i + 1 < all.size() ? all[i + 1]->getIndex() : words.size();
        flags.push_back(flag_of(argument, {words.begin() + first, words.begin() + last}));
    }
    return flags;
}

} // namespace rewrite
