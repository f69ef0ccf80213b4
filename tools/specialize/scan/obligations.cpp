// SPDX-License-Identifier: BSD-2-Clause
// Each finding is met in the cheapest way that holds: a proof, a guard after the write, a test at
// the entry; what none of them meets is refused.
#include "obligations.hpp"

#include "object_search.hpp"
#include "write_guards.hpp"
#include "write_sites.hpp"
#include "writing_functions.hpp"

#include <rewrite/syntax/clang.hpp>

#include <algorithm>

namespace specialize {

using llvm::dyn_cast;

namespace {

char const* kind_name(WriteKind kind) {
    switch (kind) {
    case WriteKind::assignment:
        return "assignment";
    case WriteKind::increment:
        return "increment";
    case WriteKind::aggregate:
        return "whole object";
    case WriteKind::reference:
        return "reference";
    case WriteKind::through_pointer:
        return "pointer";
    case WriteKind::bytes:
        return "bytes";
    case WriteKind::overlap:
        return "union";
    case WriteKind::assembly:
        return "assembly";
    case WriteKind::initialisation:
        return "initialisation";
    case WriteKind::escape:
        return "escape";
    }
    return "";
}

/// What of a path a write can break. A member that only contains the next one is not written by
/// itself, but with the object that it is.
Keys cells_of(std::vector<ProgramNames> const& sources, Invariant const& invariant) {
    Keys keys;
    for (In<clang::ValueDecl> const& each : invariant.path) {
        bool const contains_next =
            &each != &invariant.path.back() &&
            each.declaration->getType()->getBaseElementTypeUnsafe()->isRecordType();
        if (!contains_next) keys.insert(sources[each.source].value(*each.declaration));
    }
    return keys;
}

class Scan {
public:
    Scan(Program const& program, std::vector<Invariant> const& invariants)
        : program_(program), invariants_(invariants), names_(names_of(program)),
          targets_(all_cells(), all_objects()), calls_(names_),
          flow_(names_, targets_, calls_, program.is_closed),
          sites_(find_write_sites(names_, targets_, calls_, flow_)), objects_(names_, calls_) {
        calls_.resolve(flow_.reached());
        for (rewrite::Unit const* each : program.sources)
            guards_.emplace_back(*each);
    }

    Obligations run(rewrite::Diagnostics& diagnostics) {
        for (size_t i = 0; i < invariants_.size(); ++i)
            meet(i);
        Obligations result{std::move(list_), std::vector<bool>(invariants_.size(), true), {}};
        for (Obligation const& each : result.list) {
            if (each.met == Met::tested) result.is_stable[each.invariant] = false;
            if (each.met == Met::refused) report(each, diagnostics);
        }
        for (WriteGuards const& each : guards_)
            result.guards.push_back(diagnostics.has_errors() ? rewrite::EditPlan{} : each.plan());
        return result;
    }

private:
    static std::vector<ProgramNames> names_of(Program const& program) {
        std::vector<ProgramNames> names;
        for (size_t i = 0; i < program.sources.size(); ++i)
            names.emplace_back(*program.sources[i], i);
        for (Program::Version const& each : program.versions) {
            std::string const key = names[each.source].function(*each.entry);
            for (ProgramNames& source : names)
                source.alias(each.name, key);
        }
        return names;
    }

    Keys all_cells() const {
        Keys all;
        for (Invariant const& each : invariants_)
            all.merge(cells_of(names_, each));
        return all;
    }

    Keys all_objects() const {
        Keys all;
        for (Invariant const& each : invariants_)
            if (!each.path.empty()) {
                clang::ValueDecl const& last = *each.path.back().declaration;
                if (last.getType()->getBaseElementTypeUnsafe()->isRecordType())
                    all.insert(names_[each.path.back().source].value(last));
            }
        return all;
    }

    void meet(size_t index) {
        invariant_ = &invariants_[index];
        index_ = index;
        first_ = list_.size();
        cells_ = cells_of(names_, *invariant_);
        std::string const entry =
            names_[invariant_->entry.source].function(*invariant_->entry.declaration);
        phase_ = calls_.closure(entry);
        recurs_ = calls_.may_recur(entry);
        beside_ = beside_phase();
        for (WriteSite const& each : sites_)
            if (std::ranges::any_of(each.targets, [&](auto& key) { return cells_.contains(key); }))
                meet_write(each);
        for (In<clang::FunctionDecl> const& each : invariant_->until)
            meet_end(each);
        if (list_.size() == first_) add("nothing", {}, "", Met::proved, "nothing writes it");
        meet_rest_of_program();
    }

    /// What may run while the entry waits: what was handed out, if the entry waits at all.
    std::set<std::string> beside_phase() const {
        bool const waits = std::ranges::any_of(waiting_functions(), [&](std::string const& name) {
            return std::ranges::any_of(calls_.calls(name), [&](CallSite const& site) {
                return phase_.contains(site.caller);
            });
        });
        std::set<std::string> found;
        if (waits)
            for (std::string const& each : flow_.handed_out())
                found.merge(calls_.closure(each));
        return found;
    }

    void add(std::string kind, rewrite::Place place, std::string text, Met met, std::string reason,
             std::string code = {}) {
        add({index_, std::move(kind), std::move(place), std::move(text), met, std::move(reason),
             std::move(code)});
    }

    void add(Obligation made) {
        auto const is_same = [&](Obligation const& other) {
            return other.invariant == made.invariant && other.kind == made.kind &&
                   other.text == made.text && other.place.file == made.place.file &&
                   other.place.line == made.place.line && other.place.column == made.place.column &&
                   other.met == made.met;
        };
        // Headers are seen by several sources, templates by several instances.
        auto const begin = list_.begin() + std::ptrdiff_t(first_);
        if (std::none_of(begin, list_.end(), is_same)) list_.push_back(std::move(made));
    }

    void add(WriteSite const& site, Met met, std::string reason, std::string code = {}) {
        add(kind_name(site.kind), site.place, site.text, met, std::move(reason), std::move(code));
    }

    /// By a test at the entry, or not at all.
    void test(WriteSite const& site, std::string const& reason, std::string const& code) {
        if (invariant_->is_testable) return add(site, Met::tested, reason);
        add(site, Met::refused, reason + ", and the fact cannot be tested at the entry", code);
    }

    void meet_write(WriteSite const& site) {
        bool const is_in_phase =
            site.function && phase_.contains(names_[site.source].function(*site.function));
        if (site.kind == WriteKind::initialisation)
            return add(site, Met::proved, "it is a new object under construction");
        bool const is_last = site.targets == Keys{names_[invariant_->path.back().source].value(
                                                 *invariant_->path.back().declaration)};
        WriteSite seen = site;
        if (!is_last) seen.value = nullptr;
        if (objects_.is_declared_value(seen.value, *invariant_))
            return add(site, Met::proved, "it writes the declared value");
        if (site.kind == WriteKind::escape)
            return test(site, "the address goes to `" + site.to + "`, which is not given", "S0202");
        if (is_in_phase) return meet_inside(seen);
        if (objects_.is_unpublished(site))
            return add(site, Met::proved, "it is a new object that nobody else knows yet");
        if (site.function && beside_.contains(names_[site.source].function(*site.function)))
            return test(site, "it may run while the entry waits", "S0203");
        guard(site);
    }

    void meet_inside(WriteSite const& site) {
        if (!site.is_certain)
            return test(site, "it may mean the invariant, inside of the phase", "S0203");
        if (objects_.is_unpublished(site))
            return add(site, Met::proved, "it is a new object that nobody else knows yet");
        ObjectAnswer const answer =
            recurs_ ? ObjectAnswer{} : objects_.of_write(site, *invariant_, phase_);
        if (!answer.is_harmless && invariant_->may_change)
            return add(site, Met::tested, "it is written inside of the phase");
        if (!answer.is_harmless)
            return add(site, Met::refused,
                       "`" + invariant_->text + "` is written inside its own phase", "S0201");
        add(site, Met::proved,
            "inside of the phase it means objects made there, or writes the declared value");
        for (CallSite const& each : answer.outside)
            guard_call(site, each);
    }

    void guard_call(WriteSite const& site, CallSite const& call) {
        WriteSite outer = site;
        rewrite::Unit const& unit = names_[call.source].unit();
        outer.source = call.source;
        outer.code = call.call;
        outer.function = call.caller_declaration;
        outer.place = unit.place(call.call->getBeginLoc());
        outer.text = text_of(unit, call.call->getSourceRange());
        guard(outer);
    }

    void guard(WriteSite const& site) {
        WriteGuards& guards = guards_[site.source];
        std::optional<std::string> const obstacle =
            site.code ? guards.obstacle(*site.code, site.function) : "it has no text of its own";
        if (obstacle)
            return test(site, "no guard can stand after this write: " + *obstacle, "S0204");
        if (invariant_->has_guards) guards.add_after(*site.code, invariant_->name);
        Obligation made{index_,       kind_name(site.kind),   site.place, site.text,
                        Met::guarded, "outside of the phase", {}};
        made.is_outside = true;
        add(std::move(made));
    }

    void meet_end(In<clang::FunctionDecl> const& function) {
        ProgramNames const& names = names_[function.source];
        std::string const key = names.function(*function.declaration);
        std::string const text = function.declaration->getNameAsString();
        rewrite::Place const place = names.unit().place(function.declaration->getLocation());
        if (phase_.contains(key))
            return add("end of session", place, text, Met::refused,
                       "`" + text + "` ends the session and is called inside of it", "S0205");
        if (calls_.is_defined(key)) return guard_start(function);
        for (CallSite const& each : calls_.calls(key)) {
            rewrite::Unit const& unit = names_[each.source].unit();
            bool const is_guarded = guards_[each.source].add_before(*each.call, invariant_->name);
            end(unit.place(each.call->getBeginLoc()), text_of(unit, each.call->getSourceRange()),
                is_guarded);
        }
    }

    /// In each source that defines it.
    void guard_start(In<clang::FunctionDecl> const& function) {
        std::string const key = names_[function.source].function(*function.declaration);
        for (size_t i = 0; i < names_.size(); ++i)
            if (clang::FunctionDecl const* found = calls_.definition(key, i))
                end(names_[i].unit().place(found->getLocation()), found->getNameAsString(),
                    guards_[i].add_at_start(*found, invariant_->name));
    }

    void end(rewrite::Place place, std::string text, bool is_guarded) {
        if (is_guarded)
            return add("end of session", std::move(place), std::move(text), Met::guarded,
                       "the session ends here");
        bool const is_testable = invariant_->is_testable;
        add("end of session", std::move(place), std::move(text),
            is_testable ? Met::tested : Met::refused,
            "no guard can stand at this end of the session", is_testable ? "" : "S0204");
    }

    /// Sources that are not given can write what they can name.
    void meet_rest_of_program() {
        std::string visible;
        for (In<clang::ValueDecl> const& each : invariant_->path)
            if (visible.empty() && is_visible(each)) visible = each.declaration->getNameAsString();
        for (std::string const& each : calls_.defined())
            if (visible.empty() && hands_out(each)) visible = invariant_->text;
        if (visible.empty()) return;
        std::string const text = "`" + visible + "` can be written by sources that are not given";
        if (program_.is_closed && !is_of_library())
            return add("other sources", {}, "", Met::assumed, text + ": the program is closed");
        if (invariant_->is_testable) return add("other sources", {}, "", Met::tested, text);
        add("other sources", invariant_->place, "", Met::refused,
            text + ", and the fact cannot be tested at the entry", "S0206");
    }

    /// Whether a function that other sources can call returns the address.
    bool hands_out(std::string const& function) const {
        Origins origins = flow_.of_result(function);
        origins.targets.merge(origins.records);
        bool const is_meant =
            std::ranges::any_of(origins.targets, [&](auto& key) { return cells_.contains(key); });
        return is_meant && !std::isdigit(static_cast<unsigned char>(function.front()));
    }

    /// Whether a variable on the path is defined in no source, as `optind` is.
    bool is_of_library() const {
        return std::ranges::any_of(invariant_->path, [&](In<clang::ValueDecl> const& each) {
            auto const* const variable = dyn_cast<clang::VarDecl>(each.declaration);
            if (!variable) return false;
            std::string const name = names_[each.source].value(*variable);
            return std::ranges::none_of(names_, [&](ProgramNames const& source) {
                return defines(*source.unit().context().getTranslationUnitDecl(), name, source);
            });
        });
    }

    static bool defines(clang::DeclContext const& scope, std::string const& name,
                        ProgramNames const& source) {
        return std::ranges::any_of(scope.decls(), [&](clang::Decl const* each) {
            auto const* const variable = dyn_cast<clang::VarDecl>(each);
            if (variable && variable->hasDefinition() != clang::VarDecl::DeclarationOnly &&
                source.value(*variable) == name)
                return true;
            bool const is_scope =
                llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl, clang::CXXRecordDecl>(each);
            return is_scope && defines(*llvm::cast<clang::DeclContext>(each), name, source);
        });
    }

    bool is_visible(In<clang::ValueDecl> const& each) const {
        if (llvm::isa<clang::VarDecl>(each.declaration))
            return each.declaration->isExternallyVisible() &&
                   !each.declaration->getType().isConstQualified();
        rewrite::Unit const& unit = names_[each.source].unit();
        std::string const main = unit.place(0U).file;
        return unit.place(each.declaration->getLocation()).file != main;
    }

    void report(Obligation const& refused, rewrite::Diagnostics& diagnostics) const {
        Invariant const& invariant = invariants_[refused.invariant];
        rewrite::Diagnostic made;
        made.code = refused.code;
        made.place = refused.place;
        made.message = refused.reason;
        if (!refused.text.empty())
            made.notes.push_back(
                {(refused.code == "S0205" ? "the end: `" : "the write: `") + refused.text + "`",
                 {}});
        made.notes.push_back({"the invariant is `" + invariant.text + "`", invariant.place});
        made.help = help_for(refused.code);
        diagnostics.add(std::move(made));
    }

    static std::string help_for(std::string const& code) {
        if (code == "S0201")
            return "state by `static` what holds when the entry starts, or take the write out of "
                   "its "
                   "calls";
        if (code == "S0205") return "end the session outside of the entry";
        if (code == "S0206")
            return "name the other sources too, or say `closed program` if there are none";
        return "declare it in a way that can be tested, or write the member by its name";
    }

    Program const& program_;
    std::vector<Invariant> const& invariants_;
    std::vector<ProgramNames> names_;
    Targets targets_;
    CallGraph calls_;
    PointerFlow flow_;
    std::vector<WriteSite> sites_;
    ObjectSearch objects_;
    std::vector<WriteGuards> guards_;
    std::vector<Obligation> list_;

    // Of the invariant that is looked at.
    Invariant const* invariant_ = nullptr;
    size_t index_ = 0;
    size_t first_ = 0;
    Keys cells_;
    std::set<std::string> phase_;
    bool recurs_ = false;
    std::set<std::string> beside_; ///< functions that may run while the entry waits
};

} // namespace

char const* name_of(Met met) {
    switch (met) {
    case Met::proved:
        return "proved";
    case Met::guarded:
        return "guarded";
    case Met::tested:
        return "tested";
    case Met::assumed:
        return "assumed";
    case Met::refused:
        return "refused";
    }
    return "";
}

Obligations meet_obligations(Program const& program, std::vector<Invariant> const& invariants,
                             rewrite::Diagnostics& diagnostics) {
    return Scan(program, invariants).run(diagnostics);
}

} // namespace specialize
