// SPDX-License-Identifier: BSD-2-Clause
// Preconditions, names, constructors, text: in this order for each class of the plan.
#include "apply.hpp"

#include "compiler_views.hpp"
#include "layout.hpp"
#include "separation.hpp"
#include <collapse/lib/edits/class_text.hpp>
#include <collapse/lib/edits/deferred.hpp>
#include <collapse/lib/edits/references.hpp>
#include <collapse/lib/hierarchy/find_class.hpp>
#include <collapse/lib/hierarchy/scopes.hpp>
#include <collapse/lib/plan/plan_fit.hpp>
#include <collapse/lib/preconditions/other_units.hpp>
#include <collapse/lib/preconditions/preconditions.hpp>

#include <rewrite/syntax/clang.hpp>

#include <algorithm>

namespace collapse {

using clang::CXXMethodDecl;
using clang::CXXRecordDecl;

namespace {

/// Passes text on to the adapter, which exists only after the names are chosen.
class LateWriter : public BodyWriter {
public:
    rewrite::Moved moved(rewrite::Range range, ParameterTexts const& parameters) const override {
        return adapter->moved(range, parameters);
    }
    NameAdapter const* adapter = nullptr;
};

/// One class on its way to being flat.
struct Work {
    explicit Work(CXXRecordDecl const& target) : hierarchy(target) {}

    Hierarchy hierarchy;
    bool knows_program = false; ///< a plan of all units says so
    LateWriter writer;
    std::optional<ConstructorMerger> merger;
    std::optional<NameAdapter> adapter;
};

BaseDecision decision_of(std::string const& word) {
    if (word == "copied") return BaseDecision::copied;
    return word == "kept" ? BaseDecision::kept : BaseDecision::merged;
}

/// Applies one plan to one unit.
class Application {
public:
    Application(rewrite::Unit const& unit, Plan const& plan, CloneLimits const& limits,
                rewrite::Diagnostics& diagnostics)
        : unit_(unit), plan_(plan), limits_(limits), diagnostics_(diagnostics),
          uses_(find_name_uses(unit)) {}

    std::optional<Applied> run() {
        if (plan_.merged) check_separation(unit_, uses_, diagnostics_);
        References references(unit_, diagnostics_, edits_, applied_.images);
        for (PlannedClass const& each : plan_.classes)
            find(each);
        check();
        if (diagnostics_.has_errors()) return std::nullopt;
        write_all();
        for (PlannedReference const& each : plan_.references)
            references.retype(each);
        for (std::string const& each : plan_.sealed)
            if (!std::ranges::count(applied_.flat, each)) references.seal(each);
        to_declare_.insert(references.to_declare().begin(), references.to_declare().end());
        std::ranges::copy(references.summary(), std::back_inserter(applied_.summary));
        if (diagnostics_.has_errors()) return std::nullopt;
        if (plan_.clones) clone_functions();
        if (applied_.summary.empty()) return std::move(applied_);
        edits_.insert(0, forward_declarations(to_declare_));
        return render();
    }

private:
    void find(PlannedClass const& planned) {
        std::vector<CXXRecordDecl const*> const found = find_classes(unit_.context(), planned.name);
        if (found.empty()) return;
        if (found.size() > 1) {
            diagnostics_.refuse("C0202", unit_.place(found.back()->getLocation()),
                                "`" + planned.name + "` names several classes",
                                "give the qualified name, as `" +
                                    found.front()->getQualifiedNameAsString() + "`");
            return;
        }
        auto work = std::make_unique<Work>(*found.front());
        Hierarchy& hierarchy = work->hierarchy;
        if (hierarchy.bases().empty()) return;
        check_bases(planned, hierarchy);
        for (Base& base : hierarchy.bases())
            if (auto const decision =
                    planned.decisions.find(base.record->getQualifiedNameAsString());
                decision != planned.decisions.end())
                base.decision = decision_of(decision->second);
        keep_system_bases(hierarchy);
        work->knows_program = plan_.merged || !planned.definition_hash.empty();
        works_.push_back(std::move(work));
    }

    /// What the plan states of a class that is not a base would silently not be done.
    void check_bases(PlannedClass const& planned, Hierarchy const& hierarchy) {
        for (auto const& [name, decision] : planned.decisions)
            if (std::ranges::none_of(hierarchy.bases(), [&](Base const& base) {
                    return base.record->getQualifiedNameAsString() == name;
                }))
                diagnostics_.refuse("C0717", unit_.place(hierarchy.target().getLocation()),
                                    "`" + planned.name + "` has no base `" + name +
                                        "`, which the plan wants " + decision,
                                    "name the bases as they are, or let `collapse plan` write the "
                                    "plan again");
    }

    void check() {
        std::vector<Hierarchy const*> hierarchies;
        for (auto const& work : works_)
            hierarchies.push_back(&work->hierarchy);
        FutureTypes types(unit_, hierarchies);
        for (auto const& work : works_) {
            check_preconditions(unit_, work->hierarchy, types, diagnostics_);
            if (!work->knows_program) check_other_units(unit_, work->hierarchy, diagnostics_);
        }
        if (diagnostics_.has_errors()) return;
        for (auto const& work : works_)
            prepare(*work);
    }

    /// Bases of system headers cannot be edited: the target goes on deriving from them.
    void keep_system_bases(Hierarchy& hierarchy) const {
        for (Base& base : hierarchy.bases())
            if (!unit_.offset(base.record->getLocation())) base.decision = BaseDecision::kept;
    }

    void prepare(Work& work) {
        Hierarchy& hierarchy = work.hierarchy;
        work.merger.emplace(unit_, hierarchy, work.writer, diagnostics_);
        for (CXXMethodDecl const* method : work.merger->static_uses())
            hierarchy.note_static_use(*method);
        note_static_uses(hierarchy);
        note_shared_definitions(hierarchy);
        hierarchy.choose_names(uses_.operators);
        work.adapter.emplace(unit_, hierarchy, uses_, work.merger->phase_calls(), diagnostics_);
        work.writer.adapter = &*work.adapter;
    }

    std::vector<NameAdapter const*> adapters() const {
        std::vector<NameAdapter const*> all;
        for (auto const& work : works_)
            all.push_back(&*work->adapter);
        return all;
    }

    void write_all() {
        for (auto const& work : works_) {
            work->adapter->set_companions(adapters());
            write(*work);
        }
        deferred_.write();
    }

    /// Clones are written last, as they show what the rest did with their functions' surroundings.
    void clone_functions() {
        ConcreteTypes types(unit_, plan_);
        for (auto const& work : works_)
            types.add_target(work->hierarchy);
        CloneText text(unit_, uses_, adapters(), deferred_, edits_);
        applied_.clones = write_clones(unit_, types, limits_, text, applied_.images);
        std::ranges::copy(applied_.clones.summary, std::back_inserter(applied_.summary));
        to_declare_.insert(applied_.clones.to_declare.begin(), applied_.clones.to_declare.end());
    }

    void write(Work& work) {
        Hierarchy const& hierarchy = work.hierarchy;
        NameAdapter const& adapter = *work.adapter;
        ClassText text(unit_, hierarchy, adapter, *work.merger, diagnostics_, edits_);
        text.write();
        adapter.adapt_in_place({0, static_cast<uint32_t>(unit_.text().size())}, edits_);
        to_declare_.insert(adapter.to_declare().begin(), adapter.to_declare().end());
        to_declare_.insert(&hierarchy.target());
        applied_.flat.push_back(hierarchy.target().getQualifiedNameAsString());
        std::ranges::copy(text.summary(), std::back_inserter(applied_.summary));
        add_images(hierarchy, adapter);
        deferred_.add(hierarchy, adapter, text.target_range());
    }

    void note_static_uses(Hierarchy& hierarchy) const {
        for (NameUse const& use : uses_.names) {
            auto const* const method = llvm::dyn_cast<CXXMethodDecl>(use.meaning);
            if (!method || !method->isVirtual() || !use.object_class || use.dispatches ||
                !hierarchy.is_flattened(method->getParent()))
                continue;
            hierarchy.note_static_use(*method);
            bool const overridden =
                hierarchy.final_overrider(*method) != method->getCanonicalDecl();
            if (overridden && !method->getDeclName().isIdentifier())
                diagnostics_.refuse("C0506", unit_.place(use.access->getMemberLoc()),
                                    "`" + method->getQualifiedNameAsString() +
                                        "` is called by its class's name, and an operator cannot "
                                        "get another name",
                                    "let the operator call a named function, and call that here");
        }
    }

    /// Another unit may call an overridden function that is defined here by its class's name.
    static void note_shared_definitions(Hierarchy& hierarchy) {
        for (Base const& base : hierarchy.bases())
            for (CXXMethodDecl const* method : base.record->methods()) {
                clang::FunctionDecl const* const definition = method->getDefinition();
                if (definition && definition->isOutOfLine() && !definition->isInlined() &&
                    method->isVirtual() && method->getIdentifier() &&
                    hierarchy.is_flattened(base.record))
                    hierarchy.note_static_use(*method);
            }
    }

    void add_images(Hierarchy const& hierarchy, NameAdapter const& adapter) {
        clang::ASTContext& context = unit_.context();
        std::string const target = rewrite::key_of(context, hierarchy.target());
        for (Base const& base : hierarchy.bases()) {
            if (base.decision == BaseDecision::kept) continue;
            std::string const key = rewrite::key_of(context, *base.record);
            applied_.images.add(key, target);
            if (base.decision == BaseDecision::copied) applied_.images.add(key, key);
            for (CXXMethodDecl const* method : base.record->methods())
                if (method->isVirtual()) add_image(hierarchy, base, *method);
        }
        for (NameUse const& use : uses_.names) {
            auto const* const method = llvm::dyn_cast<CXXMethodDecl>(use.meaning);
            if (!method || !method->isVirtual() || !use.object_class) continue;
            Base const* const base = hierarchy.find(method->getParent());
            bool const of_target = method->getParent() == &hierarchy.target();
            if (!of_target && (!base || base->decision == BaseDecision::kept)) continue;
            applied_.images.add_at(use.name.begin,
                                   rewrite::key_of(context, *adapter.image_of(use, *method)));
            if (base &&
                base->decision == BaseDecision::copied) // the text stands in the base as well
                applied_.images.add_at(use.name.begin, rewrite::key_of(context, *method));
        }
    }

    /// Calls mean the final overrider, further declarations the function itself.
    void add_image(Hierarchy const& hierarchy, Base const& base, CXXMethodDecl const& method) {
        clang::ASTContext& context = unit_.context();
        std::string const key = rewrite::key_of(context, method);
        applied_.images.add(key, rewrite::key_of(context, *hierarchy.final_overrider(method)));
        if (hierarchy.is_needed(method) || base.decision == BaseDecision::copied)
            applied_.images.add(key, key);
    }

    std::optional<Applied> render() {
        auto rendered = rewrite::render(unit_.text(), edits_);
        if (auto* const text = std::get_if<rewrite::Rendered>(&rendered)) {
            applied_.rendered = std::move(*text);
            return std::move(applied_);
        }
        rewrite::Overlap const& overlap = std::get<rewrite::Overlap>(rendered);
        diagnostics_.refuse("C0501", unit_.place(overlap.second.begin),
                            "two changes are needed at one place",
                            "this is a limit of collapse: please report it with the source");
        return std::nullopt;
    }

    rewrite::Unit const& unit_;
    Plan const& plan_;
    CloneLimits const& limits_;
    rewrite::Diagnostics& diagnostics_;
    NameUses uses_;
    std::vector<std::unique_ptr<Work>> works_;
    rewrite::EditPlan edits_;
    DeferredFunctions deferred_{unit_, uses_, edits_};
    Applied applied_;
    std::set<CXXRecordDecl const*> to_declare_;
};

/// Parses the flat text. What does not compile is no error of the user: it is refused.
std::unique_ptr<rewrite::Unit> parse_flat(rewrite::CompilerCommand const& command,
                                          rewrite::UnitText const& text, Applied const& applied,
                                          rewrite::Diagnostics& diagnostics) {
    rewrite::Diagnostics syntax_errors;
    auto unit = rewrite::Unit::parse(command, text.name, applied.rendered.text, syntax_errors,
                                     rewrite::SystemBodies::shared);
    for (rewrite::Diagnostic const& each : syntax_errors.all())
        if (each.severity == rewrite::Severity::error)
            diagnostics.add({.severity = rewrite::Severity::error,
                             .code = "C0602",
                             .message = "this would not compile any more in the flat class",
                             .place = each.place,
                             .notes = {{.text = each.message, .place = {}}},
                             .help = {}});
    return unit;
}

/// What the new text means, and its layout.
std::optional<std::string> checked_text(rewrite::CompilerCommand const& command,
                                        rewrite::UnitText const& text, rewrite::Unit const& before,
                                        Applied const& applied, rewrite::Diagnostics& diagnostics) {
    auto const after = parse_flat(command, text, applied, diagnostics);
    if (!after) return std::nullopt;
    rewrite::compare_meaning(before.context(), after->context(), applied.rendered.origins,
                             applied.images, diagnostics);
    if (diagnostics.has_errors()) return std::nullopt;
    return pin_layout(*after, applied.flat);
}

/// One way to carry the plan out.
struct Attempt {
    Result result;
    std::optional<std::vector<ClonedFunction>> cloned; ///< none: there is no text
};

Attempt attempt(rewrite::CompilerCommand const& command, rewrite::UnitText const& text,
                rewrite::Unit const& before, Plan const& plan, CloneLimits const& limits,
                rewrite::Diagnostics& diagnostics) {
    std::optional<Applied> applied = apply(before, plan, diagnostics, limits);
    if (!applied) return {};
    if (applied->summary.empty()) return {{Outcome::untouched, {}, {}}, std::nullopt};
    Attempt made{{}, std::move(applied->clones.functions)};
    check_compiler_views(command, text, before, applied->flat, diagnostics);
    if (diagnostics.has_errors()) return made;
    std::optional<std::string> flat = checked_text(command, text, before, *applied, diagnostics);
    if (!flat) return made;
    std::ranges::copy(applied->clones.remarks, std::back_inserter(applied->summary));
    made.result = {Outcome::rewritten, std::move(*flat), std::move(applied->summary)};
    return made;
}

} // namespace

std::optional<Applied> apply(rewrite::Unit const& unit, Plan const& plan,
                             rewrite::Diagnostics& diagnostics, CloneLimits const& limits) {
    return Application(unit, plan, limits, diagnostics).run();
}

Result apply_and_check(rewrite::CompilerCommand const& command, rewrite::UnitText const& text,
                       Plan const& plan, rewrite::Diagnostics& diagnostics) {
    if (!is_concerned(text.text, plan)) return {Outcome::untouched, {}, {}};
    auto const before = rewrite::Unit::parse(command, text.name, text.text, diagnostics);
    if (!before) return {};
    check_plan_fits(*before, plan, diagnostics);
    if (diagnostics.has_errors()) return {};
    CloneLimits limits{.none = !plan.clones, .without = {}, .remarks = {}};
    for (;;) {
        rewrite::Diagnostics findings;
        Attempt made = attempt(command, text, *before, plan, limits, findings);
        bool const has_clones = !limits.none && (!made.cloned || !made.cloned->empty());
        if (made.result.outcome == Outcome::refused && has_clones) {
            limits = narrowed(std::move(limits),
                              made.cloned.value_or(std::vector<ClonedFunction>{}), findings);
            continue;
        }
        diagnostics.add_all(findings);
        return std::move(made.result);
    }
}

} // namespace collapse
