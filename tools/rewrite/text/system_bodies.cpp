// SPDX-License-Identifier: BSD-2-Clause
// Takes instantiations off the list of those that the end of the unit waits for.
#include "system_bodies.hpp"

#include "text_offers.hpp"

#include <clang/Frontend/FrontendAction.h>
#include <clang/Sema/Sema.h>
#include <clang/Sema/SemaConsumer.h>

#include <algorithm>

namespace rewrite {
namespace {

using clang::CXXRecordDecl;
using clang::Decl;
using clang::FunctionDecl;
using llvm::dyn_cast;

class Filter : public clang::SemaConsumer {
public:
    Filter(clang::SourceManager const& sources, SystemBodies wanted)
        : wanted_(wanted), share_(sources), offers_(share_, sources) {}

    void InitializeSema(clang::Sema& sema) override { sema_ = &sema; }
    void ForgetSema() override { sema_ = nullptr; }

    bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
        for (Decl const* each : group)
            offers_.note(*each);
        if (offers_.are_open_to_all()) give_back([](FunctionDecl const&) { return true; });
        return true;
    }

    /// What the bases of a class do is of interest.
    void HandleTagDeclDefinition(clang::TagDecl* declared) override {
        auto const* record = dyn_cast<CXXRecordDecl>(declared);
        if (record == nullptr || record->isDependentContext() || !share_.is_of_text(*record))
            return;
        record->forallBases([this](CXXRecordDecl const* base) {
            if (!share_.is_of_text(*base)) bases_.insert(base->getCanonicalDecl());
            return true;
        });
        if (!bases_.empty())
            give_back([this](FunctionDecl const& each) { return is_of_base(each); });
    }

    /// Clang has just put it at the end of the list.
    void HandleCXXImplicitFunctionInstantiation(FunctionDecl* function) override {
        auto& pending = sema_->PendingInstantiations;
        bool const is_last = !pending.empty() && pending.back().first == function;
        if (!is_last || !can_be_left_out(*function)) return;
        left_out_.push_back(pending.back());
        pending.pop_back();
    }

    bool shouldSkipFunctionBody(Decl* declaration) override {
        FunctionDecl const* const function = declaration->getAsFunction();
        return wanted_ == SystemBodies::shared && function != nullptr && !function->isTemplated() &&
               is_known_elsewhere(*function) && !share_.has_share_in(*function) &&
               !offers_.are_open_to(function->getLocation());
    }

private:
    using Pending = clang::Sema::PendingImplicitInstantiation;

    bool can_be_left_out(FunctionDecl const& function) {
        if (!is_known_elsewhere(function) || is_of_base(function)) return false;
        FunctionDecl const* const pattern = function.getTemplateInstantiationPattern();
        if (pattern == nullptr || !pattern->isDefined() || share_.is_of_text(*pattern))
            return false;
        return !offers_.are_open_to(pattern->getLocation()) && !share_.has_share_in(function);
    }

    /// What no other unit can define must be defined here.
    static bool is_known_elsewhere(FunctionDecl const& function) {
        bool const is_static =
            function.getStorageClass() == clang::SC_Static && !function.isCXXClassMember();
        return !is_static && !function.isInAnonymousNamespace();
    }

    bool is_of_base(FunctionDecl const& function) const {
        auto const* record = dyn_cast<CXXRecordDecl>(function.getDeclContext());
        return record != nullptr && bases_.contains(record->getCanonicalDecl());
    }

    template<class Predicate>
    void give_back(Predicate is_wanted) {
        auto const wanted = std::ranges::partition(left_out_, [&](Pending const& each) {
            return !is_wanted(*llvm::cast<FunctionDecl>(each.first));
        });
        sema_->PendingInstantiations.insert(sema_->PendingInstantiations.end(), wanted.begin(),
                                            wanted.end());
        left_out_.erase(wanted.begin(), wanted.end());
    }

    SystemBodies wanted_;
    TextShare share_;
    TextOffers offers_;
    clang::Sema* sema_ = nullptr;
    std::vector<Pending> left_out_;
    std::set<CXXRecordDecl const*> bases_; ///< of system headers, of classes of the text
};

class Parse : public clang::ASTFrontendAction {
public:
    explicit Parse(SystemBodies wanted) : wanted_(wanted) {}

private:
    std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                          llvm::StringRef) override {
        compiler.getFrontendOpts().SkipFunctionBodies = wanted_ == SystemBodies::shared;
        return std::make_unique<Filter>(compiler.getSourceManager(), wanted_);
    }

    SystemBodies wanted_;
};

} // namespace

std::unique_ptr<clang::FrontendAction> parse_without_system_bodies(SystemBodies wanted) {
    return std::make_unique<Parse>(wanted);
}

} // namespace rewrite
