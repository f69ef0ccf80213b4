// SPDX-License-Identifier: BSD-2-Clause
// The verb scan: collects the facts of one translation unit.
#include "scan.hpp"

#include "driver.hpp"
#include <collapse/lib/facts/class_facts.hpp>
#include <collapse/lib/facts/exchange_facts.hpp>
#include <collapse/lib/facts/instance_facts.hpp>
#include <collapse/lib/facts/use_facts.hpp>

#include <rewrite/text/files.hpp>

namespace collapse {

using rewrite::hash_of;

UnitFacts collect_facts(rewrite::Unit const& unit) {
    UnitFacts facts;
    ClassNames names(unit);
    add_class_facts(unit, names, facts);
    add_use_facts(unit, names, facts);
    add_exchange_facts(unit, names, facts);
    add_instance_facts(unit, names, facts);
    return facts;
}

std::optional<UnitFacts> facts_of(rewrite::CompilerCommand const& command,
                                  rewrite::Diagnostics& diagnostics) {
    auto const text = rewrite::preprocess(command, command.kind, diagnostics);
    if (!text) return std::nullopt;
    auto const unit = rewrite::Unit::parse(command, text->name, text->text, diagnostics);
    if (!unit) return std::nullopt;
    UnitFacts facts = collect_facts(*unit);
    facts.source = text->name;
    facts.command = command.words;
    facts.hash = hash_of(text->text);
    return facts;
}

int scan(Options const& options) {
    rewrite::Diagnostics diagnostics;
    rewrite::CompilerCommand const command = rewrite::read_command(options.command);
    if (!command.compiles)
        diagnostics.refuse("C0113", {},
                           "`" + options.command.front() + "` compiles no C++ unit here",
                           "give a command that compiles one C++ source, as `g++ -c x.cc`");
    else if (auto const facts = facts_of(command, diagnostics))
        write_text(options.output, facts_text(*facts), diagnostics);
    return report(options, diagnostics);
}

} // namespace collapse
