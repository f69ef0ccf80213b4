// SPDX-License-Identifier: BSD-2-Clause
// The program `collapse`: reads the command line and hands over to the library.
#include <collapse/lib/cli/driver.hpp>
#include <collapse/lib/cli/print.hpp>
#include <collapse/lib/cli/program.hpp>
#include <collapse/lib/cli/scan.hpp>
#include <collapse/lib/cli/verbs.hpp>

#include <rewrite/tool/explanations.hpp>
#include <rewrite/tool/usage.hpp>

#include <clang/Basic/Version.h>
#include <llvm/Support/raw_ostream.h>

namespace {

using collapse::Options;
using collapse::Verb;

int show_help(Options const& options) {
    std::string const topic = options.inputs.empty() ? "" : options.inputs.front();
    llvm::outs() << collapse::verbs.help_of(collapse::verbs.named(topic).value_or(Verb::launch));
    return 0;
}

int show_version() {
    llvm::outs() << "collapse " COLLAPSE_VERSION ", reads C++ with " << clang::getClangFullVersion()
                 << '\n';
    return 0;
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
        return rewrite::show_page(rewrite::explanation_of(options.inputs.front()),
                                  options.inputs.front());
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
    return rewrite::report_wrong_usage("collapse", collapse::verbs.name_of(error.verb),
                                       error.message);
}
