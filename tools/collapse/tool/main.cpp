// SPDX-License-Identifier: BSD-2-Clause
// The program `collapse`: reads the command line and hands over to the library.
#include <collapse/lib/driver.hpp>
#include <collapse/lib/help.hpp>
#include <collapse/lib/print.hpp>
#include <collapse/lib/program.hpp>
#include <collapse/lib/scan.hpp>

#include <clang/Basic/Version.h>
#include <llvm/Support/raw_ostream.h>

namespace {

using collapse::Options;
using collapse::Verb;

constexpr int wrong_usage = 2;

int show_help(Options const& options) {
    std::string const topic = options.inputs.empty() ? "" : options.inputs.front();
    llvm::outs() << collapse::help_text(collapse::verb_named(topic).value_or(Verb::launch));
    return 0;
}

int show_version() {
    llvm::outs() << "collapse " COLLAPSE_VERSION ", reads C++ with " << clang::getClangFullVersion()
                 << '\n';
    return 0;
}

int explain(std::string const& code) {
    if (auto const page = collapse::explanation_of(code)) {
        llvm::outs() << *page;
        return 0;
    }
    llvm::errs() << "error: there is no code `" << code << "`\n";
    return wrong_usage;
}

int run(Options const& options) {
    switch (options.verb) {
    case Verb::launch:
        return collapse::launch(options);
    case Verb::scan:
        return collapse::scan(options);
    case Verb::plan:
        return collapse::plan_program(options);
    case Verb::apply:
        return collapse::apply_to_text(options);
    case Verb::check:
        return collapse::check(options);
    case Verb::print:
        return collapse::print(options);
    case Verb::explain:
        return explain(options.inputs.front());
    case Verb::help:
        return show_help(options);
    case Verb::version:
        return show_version();
    }
    llvm_unreachable("all verbs are above");
}

} // namespace

int main(int count, char** words) {
    auto const parsed = collapse::parse_options({words + 1, words + count});
    if (auto const* const options = std::get_if<Options>(&parsed)) return run(*options);
    auto const& error = std::get<collapse::UsageError>(parsed);
    std::string_view const verb = collapse::name_of(error.verb);
    llvm::errs() << "error: " << error.message << "\nhelp: `collapse " << verb
                 << (verb.empty() ? "" : " ") << "--help` shows examples\n";
    return wrong_usage;
}
