// SPDX-License-Identifier: BSD-2-Clause
// Parses the sources with the facts functions after them, and has the writes to facts looked for.
#include "fact_scan.hpp"

#include "fact_paths.hpp"
#include "facts_text.hpp"
#include <specialize/facts/sessions.hpp>
#include <specialize/source/preprocessed.hpp>

#include <rewrite/syntax/clang.hpp>

namespace specialize {
namespace {

using llvm::dyn_cast;
using rewrite::Diagnostics;

/// An object within another one has its class as long as that lives.
void forget_object_itself(Invariant& of_class) {
    if (of_class.path.empty()) return;
    clang::QualType const type = of_class.path.back().declaration->getType();
    if (type->isRecordType()) of_class.path.pop_back();
}

std::string promise_text(SpecFact const& fact) {
    return "promised by " + fact.path.place.file + ":" + std::to_string(fact.path.place.line);
}

clang::FunctionDecl const* find_function(clang::DeclContext const& scope, std::string const& name) {
    for (clang::Decl const* each : scope.decls()) {
        auto const* const function = dyn_cast<clang::FunctionDecl>(each);
        if (function && function->getIdentifier() && function->getName() == name) return function;
        if (!llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(each)) continue;
        if (auto const* const found = find_function(*llvm::cast<clang::DeclContext>(each), name))
            return found;
    }
    return nullptr;
}

/// The first declaration of a function with this name, or a longer one that ends in it.
clang::FunctionDecl const* declared_function(clang::DeclContext const& scope,
                                             std::string const& name) {
    for (clang::Decl const* each : scope.decls()) {
        if (auto const* const function = dyn_cast<clang::FunctionDecl>(each)) {
            std::string const whole = function->getQualifiedNameAsString();
            llvm::StringRef rest = whole;
            if (rest.consume_back(name) && (rest.empty() || rest.ends_with("::"))) return function;
        }
        bool const is_scope =
            llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl, clang::CXXRecordDecl>(each);
        if (!is_scope) continue;
        if (auto const* const found =
                declared_function(*llvm::cast<clang::DeclContext>(each), name))
            return found;
    }
    return nullptr;
}

/// What the function that keeps the entry calls.
clang::FunctionDecl const* find_entry(clang::DeclContext const& scope, Entry const& entry) {
    clang::FunctionDecl const* const keeper =
        find_function(scope, "flatland_keep_" + entry.version.text);
    if (!keeper || !keeper->getBody()) return nullptr;
    auto const* const expression = dyn_cast<clang::Expr>(*keeper->getBody()->child_begin());
    auto const* const call =
        expression ? dyn_cast<clang::CallExpr>(expression->IgnoreImplicit()) : nullptr;
    return call ? call->getDirectCallee() : nullptr;
}

/// A name without its scope.
std::string plain(llvm::StringRef name) {
    return name.contains("::") ? name.rsplit("::").second.str() : name.str();
}

class FactScan {
public:
    FactScan(Build const& build, Spec const& spec, std::vector<BoundEntry> const& entries,
             std::vector<ProbedEntry> const& probed)
        : build_(build), spec_(spec), entries_(entries), probed_(probed) {
        for (BoundEntry const& bound : entries) {
            FactTreatments& treatments = result_.emplace_back(bound.entry->facts.size());
            for (size_t i = 0; i < treatments.size(); ++i)
                if (bound.entry->facts[i].is_promised)
                    treatments[i].treatment = Treatment::promised;
        }
    }

    /// False: a source cannot be read as the scan wants it; the reason.
    bool parse(std::string& obstacle) {
        for (size_t i = 0; i < build_.sources.size(); ++i) {
            Diagnostics messages('S');
            units_.push_back(parsed(i, messages));
            if (units_.back()) continue;
            obstacle = "`" + build_.sources[i].file + "` cannot be scanned for writes";
            if (!messages.all().empty()) obstacle += ": " + messages.all().front().message;
            return false;
        }
        return true;
    }

    void run(Diagnostics& diagnostics) {
        is_scanned_ = true;
        for (size_t i = 0; i < entries_.size(); ++i)
            add_invariants(i, diagnostics);
        Program program;
        program.is_closed = spec_.is_closed;
        for (auto const& each : units_)
            program.sources.push_back(each.get());
        for (BoundEntry const& each : entries_) {
            clang::FunctionDecl const* const entry =
                find_entry(*units_[each.source]->context().getTranslationUnitDecl(), *each.entry);
            llvm::StringRef const version = each.entry->version.text;
            if (entry) program.versions.push_back({plain(version), entry, each.source});
        }
        Obligations found = meet_obligations(program, invariants_, diagnostics);
        for (Obligation const& each : found.list)
            if (each.met == Met::guarded && !spec_.is_closed)
                found.is_stable[each.invariant] = false;
        for (size_t i = 0; i < invariants_.size(); ++i)
            if (is_covered(i) && found.is_stable[i] && !fact(i).is_promised)
                treatment(i).treatment =
                    invariants_[i].has_guards ? Treatment::plugged : Treatment::stable;
        guards_ = std::move(found.guards);
        for (Obligation& each : found.list) {
            Owner const owner = owners_[each.invariant];
            each.invariant = owner.fact;
            result_[owner.entry][owner.fact].obligations.push_back(met(std::move(each), owner));
        }
    }

    ScannedFacts take() {
        for (size_t i = 0; i < entries_.size(); ++i)
            for (size_t number = 0; number < result_[i].size(); ++number) {
                explain(i, number);
                sort(result_[i][number].obligations);
            }
        return {std::move(result_), std::move(guards_), {}};
    }

private:
    struct Owner {
        size_t entry = 0;
        size_t fact = 0;
    };

    std::unique_ptr<rewrite::Unit> parsed(size_t number, Diagnostics& diagnostics) const {
        Source const& source = build_.sources[number];
        auto text = preprocessed(build_, source,
                                 facts_text(entries_, probed_, result_, number, source.language),
                                 diagnostics);
        if (!text) return nullptr;
        return rewrite::Unit::parse(reading_command(build_, source), text->name,
                                    std::move(text->text), diagnostics);
    }

    void add_invariants(size_t number, Diagnostics& diagnostics) {
        BoundEntry const& bound = entries_[number];
        rewrite::Unit const& unit = *units_[bound.source];
        clang::TranslationUnitDecl const& all = *unit.context().getTranslationUnitDecl();
        clang::FunctionDecl const* const facts = find_function(all, facts_symbol(*bound.entry, 0));
        clang::FunctionDecl const* const entry = find_entry(all, *bound.entry);
        if (!facts || !entry) return;
        for (Invariant& each : invariants_in(unit, bound.source, *facts)) {
            Owner const owner{number, size_t(each.number)};
            SpecFact const& fact = bound.entry->facts[owner.fact];
            each.has_guards = may_be_plugged(fact, bound);
            if (each.has_guards && fact.kind == FactKind::type) forget_object_itself(each);
            if (each.path.empty()) {
                if (each.has_guards && fact.kind == FactKind::type)
                    result_[number][owner.fact].treatment = Treatment::plugged;
                continue;
            }
            each.name = invariant_name(*bound.entry, owner.fact);
            each.text = fact.path.text;
            each.place = fact.path.place;
            each.entry = {entry, bound.source};
            each.may_change = !fact.is_promised && fact.kind != FactKind::session;
            if (fact.kind == FactKind::session) each.until = functions_named(fact, diagnostics);
            if (fact.kind == FactKind::expect) each.value.reset();
            invariants_.push_back(std::move(each));
            owners_.push_back(owner);
        }
    }

    /// Where each function that ends the session is declared first.
    std::vector<In<clang::FunctionDecl>> functions_named(SpecFact const& session,
                                                         Diagnostics& diagnostics) const {
        std::vector<In<clang::FunctionDecl>> found;
        for (Text const& name : session.values) {
            size_t const before = found.size();
            for (size_t i = 0; i < units_.size() && found.size() == before; ++i)
                if (auto const* const function = declared_function(
                        *units_[i]->context().getTranslationUnitDecl(), name.text))
                    found.push_back({function, i});
            if (found.size() == before)
                diagnostics.refuse(
                    "S0129", name.place, "no source knows a function `" + name.text + "`",
                    "name one that is called when `" + session.path.text + "` loses its value");
        }
        return found;
    }

    /// Whether the scan has looked for all that may break the fact. Only a session answers for the
    /// life of objects, and so for their classes.
    bool is_covered(size_t invariant) const {
        Invariant const& found = invariants_[invariant];
        return fact(invariant).kind == FactKind::type ? found.has_guards && found.is_class_covered
                                                      : found.is_covered;
    }

    SpecFact const& fact(size_t invariant) const {
        Owner const owner = owners_[invariant];
        return entries_[owner.entry].entry->facts[owner.fact];
    }

    FactTreatment& treatment(size_t invariant) {
        Owner const owner = owners_[invariant];
        return result_[owner.entry][owner.fact];
    }

    /// Without a session nothing is guarded, as the fact is tested at each call or promised. While
    /// the entry runs, only sources that are not given can bring the program to a write outside of
    /// the phase.
    Obligation met(Obligation found, Owner owner) const {
        BoundEntry const& bound = entries_[owner.entry];
        SpecFact const& fact = bound.entry->facts[owner.fact];
        bool const is_open = found.met == Met::guarded || found.met == Met::tested;
        if (found.met == Met::guarded && !may_be_plugged(fact, bound)) {
            found.met = Met::tested;
            if (!spec_.is_closed)
                found.reason += ", unless sources that are not given call it from there";
        }
        if (!is_open || !fact.is_promised) return found;
        found.met = Met::assumed;
        found.reason += ": " + promise_text(fact);
        return found;
    }

    /// What the entry itself may do stands first: that is what a reader can change.
    static void sort(std::vector<Obligation>& obligations) {
        std::vector<Obligation> sorted;
        for (bool const is_outside : {false, true})
            for (Obligation const& each : obligations)
                if (each.is_outside == is_outside) sorted.push_back(each);
        obligations = std::move(sorted);
    }

    /// What the list of writes does not say.
    void explain(size_t entry, size_t number) {
        SpecFact const& fact = entries_[entry].entry->facts[number];
        FactTreatment& treatment = result_[entry][number];
        auto const add = [&](Met met, std::string reason) {
            treatment.obligations.push_back(
                {number, "fact", fact.path.place, {}, met, std::move(reason), {}});
        };
        if (fact.is_promised) add(Met::assumed, promise_text(fact));
        bool const is_lost = has_value(fact) && treatment.treatment == Treatment::tested &&
                             !probed_[entry][number].is_parameter;
        if (!is_lost || !is_scanned_) return;
        for (size_t i = 0; i < invariants_.size(); ++i)
            if (owners_[i].entry == entry && owners_[i].fact == number && is_covered(i)) return;
        add(Met::tested, fact.kind == FactKind::type
                             ? "writes of an object's class are not looked for"
                             : "writes of memory without a name of its own are not looked for");
    }

    Build const& build_;
    Spec const& spec_;
    std::vector<BoundEntry> const& entries_;
    std::vector<ProbedEntry> const& probed_;
    std::vector<std::unique_ptr<rewrite::Unit>> units_;
    std::vector<Invariant> invariants_;
    std::vector<Owner> owners_; ///< of the invariants
    std::vector<FactTreatments> result_;
    std::vector<rewrite::EditPlan> guards_;
    bool is_scanned_ = false;
};

bool is_about_memory(std::vector<BoundEntry> const& entries,
                     std::vector<ProbedEntry> const& probed) {
    for (size_t i = 0; i < entries.size(); ++i)
        for (size_t number = 0; number < probed[i].size(); ++number)
            if (has_value(entries[i].entry->facts[number]) && !probed[i][number].is_parameter)
                return true;
    return false;
}

} // namespace

ScannedFacts scan_facts(Build const& build, Spec const& spec,
                        std::vector<BoundEntry> const& entries,
                        std::vector<ProbedEntry> const& probed, Diagnostics& diagnostics) {
    FactScan scan(build, spec, entries, probed);
    std::string obstacle;
    if (is_about_memory(entries, probed) && scan.parse(obstacle)) scan.run(diagnostics);
    ScannedFacts result = scan.take();
    result.obstacle = std::move(obstacle);
    return result;
}

} // namespace specialize
