// SPDX-License-Identifier: BSD-2-Clause
// Finds declarations by name in whichever source has them.
#include "scanned.hpp"

#include <rewrite/syntax/clang.hpp>
#include <rewrite/text/find_records.hpp>

#include <gtest/gtest.h>

namespace specialize {

clang::ValueDecl const* find_value(rewrite::Unit const& unit, std::string const& name) {
    size_t const dot = name.find('.');
    if (dot != std::string::npos) {
        for (clang::RecordDecl const* record :
             rewrite::find_records(unit.context(), name.substr(0, dot)))
            for (clang::FieldDecl const* field : record->fields())
                if (field->getNameAsString() == name.substr(dot + 1)) return field;
        return nullptr;
    }
    clang::ValueDecl const* found = nullptr;
    auto const look = [&](auto const& self, clang::DeclContext const& context) -> void {
        for (clang::Decl const* each : context.decls()) {
            auto const* const value = llvm::dyn_cast<clang::ValueDecl>(each);
            if (value && value->getNameAsString() == name) found = value;
            if (auto const* const linkage = llvm::dyn_cast<clang::LinkageSpecDecl>(each))
                self(self, *linkage);
        }
    };
    look(look, *unit.context().getTranslationUnitDecl());
    return found;
}

namespace {

template<class Declaration>
In<Declaration> find(Scanned const& scanned, std::string const& name) {
    for (size_t i = 0; i < scanned.units.size(); ++i)
        if (auto const* const found =
                llvm::dyn_cast_or_null<Declaration>(find_value(*scanned.units[i], name)))
            return {found, i};
    ADD_FAILURE() << "no " << name;
    return {};
}

rewrite::CompilerCommand command_for(std::string const& file) {
    bool const is_c = file.ends_with(".c");
    return rewrite::read_command(
        {is_c ? "clang-19" : "clang++-19", is_c ? "-std=gnu17" : "-std=c++20", "-c", file},
        rewrite::Languages::c_and_cxx);
}

} // namespace

std::unique_ptr<rewrite::Unit> parsed(SourceText const& source) {
    rewrite::Diagnostics diagnostics('S');
    std::string const marker = "# 1 \"" + source.name + "\"\n";
    auto unit = rewrite::Unit::parse(command_for(source.name), source.name, marker + source.text,
                                     diagnostics);
    diagnostics.print(llvm::errs(), false);
    return unit;
}

std::unique_ptr<Scanned> scan(Question const& question) {
    auto scanned = std::make_unique<Scanned>();
    Program program;
    program.is_closed = question.is_closed;
    for (SourceText const& each : question.sources) {
        scanned->units.push_back(parsed(each));
        if (!scanned->units.back()) {
            ADD_FAILURE() << "cannot be parsed: " << each.text;
            return nullptr;
        }
        program.sources.push_back(scanned->units.back().get());
    }
    Invariant invariant;
    invariant.name = "x";
    invariant.text = question.path.empty() ? "flags" : question.path.back();
    invariant.is_testable = question.is_testable;
    invariant.has_guards = true;
    if (question.value >= 0) invariant.value = llvm::APSInt::get(question.value);
    for (std::string const& each : question.path)
        invariant.path.push_back(find<clang::ValueDecl>(*scanned, each));
    for (std::string const& each : question.until)
        invariant.until.push_back(find<clang::FunctionDecl>(*scanned, each));
    invariant.entry = find<clang::FunctionDecl>(*scanned, question.entry);
    scanned->obligations = meet_obligations(program, {invariant}, scanned->diagnostics);
    return scanned;
}

std::vector<std::string> Scanned::lines() const {
    std::vector<std::string> all;
    for (Obligation const& each : obligations.list)
        if (each.kind != "other sources")
            all.push_back(each.kind + " " + name_of(each.met) +
                          (each.text.empty() ? "" : " " + each.text));
    return all;
}

std::vector<std::string> Scanned::codes() const {
    std::vector<std::string> all;
    for (rewrite::Diagnostic const& each : diagnostics.all())
        all.push_back(each.code);
    return all;
}

std::string Scanned::guarded(size_t source) const {
    auto const rendered = rewrite::render(units[source]->text(), obligations.guards[source]);
    auto const* const text = std::get_if<rewrite::Rendered>(&rendered);
    EXPECT_TRUE(text);
    return text ? text->text : std::string();
}

std::vector<std::string> lines_c(std::string const& text) {
    auto const scanned = scan({.sources = {{"unit.c", text}}, .path = {"handle.x"}});
    return scanned ? scanned->lines() : std::vector<std::string>{};
}

std::vector<std::string> lines_cxx(std::string const& text) {
    auto const scanned = scan({.sources = {{"unit.cpp", text}}, .path = {"handle.x"}});
    return scanned ? scanned->lines() : std::vector<std::string>{};
}

} // namespace specialize
