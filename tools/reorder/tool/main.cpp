// SPDX-License-Identifier: BSD-2-Clause
// The program `reorder`: reads the command line and hands over to the library.
#include <reorder/lib/describe.hpp>
#include <reorder/lib/driver.hpp>
#include <reorder/lib/verbs.hpp>

#include <rewrite/tool/explanations.hpp>
#include <rewrite/tool/usage.hpp>

#include <clang/Basic/Version.h>
#include <llvm/Support/raw_ostream.h>

namespace {

using reorder::Options;
using reorder::Verb;

int show_help(Options const& options) {
    std::string const topic = options.inputs.empty() ? "" : options.inputs.front();
    llvm::outs() << reorder::verbs.help_of(reorder::verbs.named(topic).value_or(Verb::launch));
    return 0;
}

int show_version() {
    llvm::outs() << "reorder " REORDER_VERSION ", reads C and C++ with "
                 << clang::getClangFullVersion() << '\n';
    return 0;
}

int run(Options const& options) {
    switch (options.verb) {
    case Verb::launch:
        return reorder::launch(options);
    case Verb::print:
        return reorder::print(options);
    case Verb::describe:
        return reorder::describe(options);
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
    auto const parsed = reorder::parse_options({words + 1, words + count});
    if (auto const* const options = std::get_if<Options>(&parsed)) return run(*options);
    auto const& error = std::get<reorder::UsageError>(parsed);
    return rewrite::report_wrong_usage("reorder", reorder::verbs.name_of(error.verb),
                                       error.message);
}
