// SPDX-License-Identifier: BSD-2-Clause
// Walks from each base's constructors and destructor through what they call on `this`.
#include "construction_phases.hpp"

#include <rewrite/lib/clang.hpp>

#include <algorithm>

namespace collapse {

using clang::CXXMethodDecl;
using clang::CXXRecordDecl;
using clang::MemberExpr;

namespace {

bool is_this(clang::Expr const& expression) {
    return llvm::isa<clang::CXXThisExpr>(expression.IgnoreParenImpCasts());
}

/// Everything that runs on `this` at one stage.
class StageWalk : public clang::RecursiveASTVisitor<StageWalk> {
public:
    StageWalk(rewrite::Unit const& unit, Hierarchy const& hierarchy, CXXRecordDecl const& stage,
              rewrite::Diagnostics& diagnostics, PhaseCalls& calls)
        : unit_(unit), hierarchy_(hierarchy), stage_(stage), diagnostics_(diagnostics),
          calls_(calls) {}

    /// Code of the stage itself: an initialiser or a body.
    void walk(clang::Stmt const& code) { TraverseStmt(const_cast<clang::Stmt*>(&code)); }

    bool TraverseLambdaExpr(clang::LambdaExpr* lambda) {
        ++detours_;
        bool const more = clang::RecursiveASTVisitor<StageWalk>::TraverseLambdaExpr(lambda);
        --detours_;
        return more;
    }

    bool VisitMemberExpr(MemberExpr* member) {
        if (!is_this(*member->getBase())) return true;
        named_through_.insert(member->getBase()->IgnoreParenImpCasts());
        auto const* const method = llvm::dyn_cast<CXXMethodDecl>(member->getMemberDecl());
        if (method && method->isInstance()) called(*member, *method);
        return true;
    }

    bool VisitCXXThisExpr(clang::CXXThisExpr* self) {
        if (!named_through_.contains(self)) refuse(self->getBeginLoc(), "the object is given away");
        return true;
    }

private:
    void called(MemberExpr const& member, CXXMethodDecl const& method) {
        CXXMethodDecl const* runs = &method;
        if (method.isVirtual() && !member.hasQualifier() &&
            !llvm::isa<clang::CXXDestructorDecl>(method)) {
            runs = hierarchy_.overrider_during(method, stage_);
            if (runs != hierarchy_.final_overrider(method)) note(member, *runs);
        }
        enter(member, *runs);
    }

    void note(MemberExpr const& member, CXXMethodDecl const& runs) {
        if (runs.isPureVirtual())
            return refuse(member.getMemberLoc(), "a pure virtual function is called");
        if (detours_ > 0)
            return refuse(member.getMemberLoc(),
                          "`" + runs.getQualifiedNameAsString() + "` is called on a detour");
        calls_[&member] = &runs;
    }

    void enter(MemberExpr const& member, CXXMethodDecl const& runs) {
        if (!entered_.insert(runs.getCanonicalDecl()).second) return;
        clang::FunctionDecl const* definition = nullptr;
        if (!runs.hasBody(definition)) {
            if (!runs.isPureVirtual() && !runs.isDefaulted())
                refuse(member.getMemberLoc(), "`" + runs.getQualifiedNameAsString() +
                                                  "` is called, which this unit does not define");
            return;
        }
        ++detours_;
        TraverseStmt(definition->getBody());
        --detours_;
    }

    void refuse(clang::SourceLocation location, std::string const& what) {
        diagnostics_.refuse("C0401", unit_.place(location),
                            what + " while `" + stage_.getQualifiedNameAsString() +
                                "` is constructed or destroyed, when some virtual functions are "
                                "not yet those of `" +
                                hierarchy_.target().getQualifiedNameAsString() + "`",
                            "call the function with its class in front, in the constructor or "
                            "destructor itself");
    }

    rewrite::Unit const& unit_;
    Hierarchy const& hierarchy_;
    CXXRecordDecl const& stage_;
    rewrite::Diagnostics& diagnostics_;
    PhaseCalls& calls_;
    unsigned detours_ = 0;
    std::set<clang::Expr const*> named_through_;
    std::set<CXXMethodDecl const*> entered_;
};

/// Whether a function that may be called at the stage differs from the final one; pure ones may
/// not.
bool has_other_functions(Hierarchy const& hierarchy, CXXRecordDecl const& stage,
                         CXXRecordDecl const& record) {
    for (CXXMethodDecl const* method : record.methods()) {
        if (!method->isVirtual() || llvm::isa<clang::CXXDestructorDecl>(method)) continue;
        CXXMethodDecl const* const runs = hierarchy.overrider_during(*method, stage);
        if (!runs->isPureVirtual() && runs != hierarchy.final_overrider(*method)) return true;
    }
    return std::ranges::any_of(record.bases(), [&](clang::CXXBaseSpecifier const& base) {
        CXXRecordDecl const* const next = base.getType()->getAsCXXRecordDecl();
        return next && has_other_functions(hierarchy, stage, *next->getDefinition());
    });
}

} // namespace

PhaseCalls find_phase_calls(rewrite::Unit const& unit, Hierarchy const& hierarchy,
                            rewrite::Diagnostics& diagnostics) {
    PhaseCalls calls;
    for (Base const& base : hierarchy.bases()) {
        CXXRecordDecl const& stage = *base.record;
        if (base.fate == Fate::kept || !has_other_functions(hierarchy, stage, stage)) continue;
        StageWalk walk(unit, hierarchy, stage, diagnostics, calls);
        for (clang::FieldDecl const* field : stage.fields())
            if (field->hasInClassInitializer() && field->getInClassInitializer())
                walk.walk(*field->getInClassInitializer());
        for (CXXMethodDecl const* method : stage.methods()) {
            if (!llvm::isa<clang::CXXConstructorDecl, clang::CXXDestructorDecl>(method)) continue;
            clang::FunctionDecl const* definition = nullptr;
            if (!method->isUserProvided() || !method->hasBody(definition)) continue;
            if (auto const* const made = llvm::dyn_cast<clang::CXXConstructorDecl>(definition))
                for (clang::CXXCtorInitializer const* each : made->inits())
                    if (each->isWritten()) walk.walk(*each->getInit());
            walk.walk(*definition->getBody());
        }
    }
    return calls;
}

} // namespace collapse
