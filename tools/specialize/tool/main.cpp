// SPDX-License-Identifier: BSD-2-Clause
// The program `specialize`: reads the command line and hands over to the library.
#include <specialize/capture/capture.hpp>
#include <specialize/cli/driver.hpp>
#include <specialize/options/verbs.hpp>
#include <specialize/source/places.hpp>

#include <rewrite/tool/explanations.hpp>
#include <rewrite/tool/usage.hpp>

#include <clang/Basic/Version.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>

namespace {

using specialize::Options;
using specialize::Verb;

int show_help(Options const& options) {
    llvm::outs() << specialize::verbs.help_of(
        specialize::verbs.named(options.topic).value_or(Verb::write));
    return 0;
}

int show_version() {
    llvm::outs() << "specialize " SPECIALIZE_VERSION ", compiles C and C++ with "
                 << clang::getClangFullVersion() << '\n';
    return 0;
}

int show_runtime() {
    specialize::Places const& places = specialize::places();
    llvm::outs() << "-I" << places.runtime_include << ' ' << places.runtime_library
                 << " -pthread\n";
    return 0;
}

int show_pass() {
    specialize::Places const& places = specialize::places();
    llvm::outs() << "-fpass-plugin=" << places.pass << " -I" << places.pass_include << '\n';
    return 0;
}

int explain(Options const& options) {
    if (!options.spec_file.empty()) return specialize::explain_place(options);
    return rewrite::show_page(rewrite::explanation_of(options.topic), options.topic);
}

int run(Options const& options) {
    switch (options.verb) {
    case Verb::write:
        return specialize::write(options);
    case Verb::check:
        return specialize::check(options);
    case Verb::predict:
        return specialize::predict_savings(options);
    case Verb::explain:
        return explain(options);
    case Verb::view:
        return specialize::view(options);
    case Verb::capture:
        return specialize::capture(options);
    case Verb::fill:
        return specialize::fill(options);
    case Verb::help:
        return show_help(options);
    case Verb::version:
        return show_version();
    case Verb::runtime:
        return show_runtime();
    case Verb::pass:
        return show_pass();
    }
    llvm_unreachable("all verbs are above");
}

} // namespace

int main(int count, char** words) {
    auto const parsed = specialize::parse_options({words + 1, words + count});
    if (auto const* const error = std::get_if<specialize::UsageError>(&parsed))
        return rewrite::report_wrong_usage("specialize", specialize::verbs.name_of(error->verb),
                                           error->message);
    llvm::InitializeAllTargetInfos();
    llvm::InitializeAllTargets();
    llvm::InitializeAllTargetMCs();
    llvm::InitializeAllAsmParsers();
    return run(std::get<Options>(parsed));
}
