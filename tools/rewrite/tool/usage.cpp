// SPDX-License-Identifier: BSD-2-Clause
// Prints pages, and errors in a tool's own command line.
#include "usage.hpp"

#include <llvm/Support/raw_ostream.h>

namespace rewrite {

int show_page(std::optional<std::string_view> page, std::string_view code) {
    if (page) {
        llvm::outs() << *page;
        return 0;
    }
    llvm::errs() << "error: there is no code `" << code << "`\n";
    return wrong_usage;
}

int report_wrong_usage(std::string_view tool, std::string_view verb, std::string_view message) {
    llvm::errs() << "error: " << message << "\nhelp: `" << tool << ' ' << verb
                 << (verb.empty() ? "" : " ") << "--help` shows examples\n";
    return wrong_usage;
}

} // namespace rewrite
