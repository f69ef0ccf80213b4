// SPDX-License-Identifier: BSD-2-Clause
// Where the target is never seen as a base, no other unit can get hold of that base.
#include "other_units.hpp"

#include "preconditions.hpp"

#include <rewrite/syntax/clang.hpp>

namespace collapse {

namespace {

std::string main_source(rewrite::Unit const& unit) {
    clang::SourceManager const& sources = unit.sources();
    auto const file = sources.getFileEntryRefForID(sources.getMainFileID());
    return file ? file->getName().str() : std::string();
}

} // namespace

void check_other_units(rewrite::Unit const& unit, Hierarchy const& hierarchy,
                       rewrite::Diagnostics& diagnostics) {
    std::string const target = hierarchy.target().getQualifiedNameAsString();
    std::string const home = unit.place(hierarchy.target().getLocation()).file;
    for (Base const& base : hierarchy.bases()) {
        rewrite::Place const place = unit.place(base.record->getLocation());
        if (base.decision != BaseDecision::merged || place.file == home ||
            place.file == main_source(unit))
            continue;
        std::vector<BaseUse> const uses = base_uses(unit, hierarchy, *base.record);
        if (uses.empty()) continue;
        std::string const name = base.record->getQualifiedNameAsString();
        diagnostics.add(
            {.severity = rewrite::Severity::error,
             .code = "C0210",
             .message = "this is " + uses.front().what + ", and other units may see `" + name +
                        "` without `" + target + "`",
             .place = uses.front().place,
             .notes = {{.text =
                            "`" + name + "` lies in a header that does not hold `" + target + "`",
                        .place = place}},
             .help = "let `collapse scan` and `collapse plan` look at the whole program"});
    }
}

} // namespace collapse
