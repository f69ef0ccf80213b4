// SPDX-License-Identifier: BSD-2-Clause
// Has the rewriting library preprocess a source.
#include "preprocessed.hpp"

namespace specialize {

rewrite::CompilerCommand reading_command(Build const& build, Source const& source) {
    bool const is_c = source.language == rewrite::Language::c;
    std::vector<std::string> words = {build.clang, "-c"};
    words.insert(words.end(), build.reading_flags.begin(), build.reading_flags.end());
    if (!is_c) words.emplace_back("-fno-access-control");
    words.insert(words.end(), {"-x", is_c ? "c" : "c++", source.file});
    return rewrite::read_command(words, rewrite::Languages::c_and_cxx);
}

std::optional<rewrite::UnitText> preprocessed(Build const& build, Source const& source,
                                              std::string const& text_behind,
                                              rewrite::Diagnostics& diagnostics) {
    rewrite::CompilerCommand const command = reading_command(build, source);
    return rewrite::preprocess(command, command.kind, diagnostics, rewrite::Comments::dropped,
                               text_behind);
}

} // namespace specialize
