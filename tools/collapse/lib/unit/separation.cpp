// SPDX-License-Identifier: BSD-2-Clause
// Names that leak from one source of a merged unit into another.
#include "separation.hpp"

#include <rewrite/syntax/syntax_visitor.hpp>

#include <algorithm>
#include <array>
#include <optional>

namespace collapse {

using clang::Decl;
using clang::NamedDecl;
using clang::SourceLocation;

namespace {

constexpr std::array<llvm::StringRef, 5> source_extensions = {".cpp", ".cc", ".cxx", ".C", ".c++"};

class Separation : public rewrite::SyntaxVisitor {
public:
    Separation(rewrite::Unit const& unit, rewrite::Diagnostics& diagnostics)
        : unit_(unit), diagnostics_(diagnostics) {}

    void check_uses(NameUses const& uses) {
        for (NameUse const& use : uses.names)
            if (use.meaning && belongs_to_file(*use.meaning))
                check(*use.meaning, unit_.location(use.name.begin));
    }

    void check_using() {
        for (Decl* each : unit_.context().getTranslationUnitDecl()->decls())
            if (unit_.offset(each->getLocation())) TraverseDecl(each);
    }

    bool VisitDeclRefExpr(clang::DeclRefExpr* use) override {
        check_found(use->getFoundDecl(), use->getLocation());
        return true;
    }

    bool VisitUsingTypeLoc(clang::UsingTypeLoc use) override {
        check_found(use.getFoundDecl(), use.getNameLoc());
        return true;
    }

    bool VisitUsingDirectiveDecl(clang::UsingDirectiveDecl* directive) override {
        if (!directive->getDeclContext()->isFileContext() || directive->isImplicit()) return true;
        auto const source = source_of(directive->getLocation());
        if (source && *source != main_source())
            diagnostics_.refuse("C0321", unit_.place(directive->getLocation()),
                                "`using namespace` reaches the sources after this one",
                                "name what is used, in a function or by `using` declarations");
        return true;
    }

private:
    /// A name of namespace scope that no other unit can mean.
    static bool belongs_to_file(NamedDecl const& declaration) {
        if (!declaration.getDeclContext()->getRedeclContext()->isFileContext()) return false;
        return declaration.isInAnonymousNamespace() ||
               declaration.getFormalLinkage() == clang::Linkage::Internal;
    }

    void check_found(NamedDecl const* found, SourceLocation at) {
        auto const* const shadow = llvm::dyn_cast_or_null<clang::UsingShadowDecl>(found);
        if (shadow && shadow->getDeclContext()->getRedeclContext()->isFileContext())
            check(*shadow, at);
    }

    void check(NamedDecl const& declaration, SourceLocation at) {
        auto const here = source_of(at);
        if (!here) return;
        for (Decl const* each : declaration.redecls()) {
            auto const there = source_of(each->getLocation());
            if (!there || *there == *here) return;
        }
        rewrite::Diagnostic refusal;
        refusal.code = "C0321";
        refusal.message = "`" + declaration.getNameAsString() + "` means what another source has " +
                          "for itself; alone, this source means something else";
        refusal.place = unit_.place(at);
        refusal.notes.push_back({"declared here", unit_.place(declaration.getLocation())});
        refusal.help = "give one of them another name";
        diagnostics_.add(std::move(refusal));
    }

    /// The source that a place of the text comes from; none if it is a header or generated.
    std::optional<std::string> source_of(SourceLocation location) const {
        if (location.isInvalid() || !unit_.offset(location)) return std::nullopt;
        std::string file = unit_.place(location).file;
        auto const ends = [&](llvm::StringRef end) { return llvm::StringRef(file).ends_with(end); };
        if (std::ranges::none_of(source_extensions, ends)) return std::nullopt;
        return file;
    }

    /// The source that includes all others: nothing stands after what it says.
    std::string main_source() const { return unit_.place(0U).file; }

    rewrite::Unit const& unit_;
    rewrite::Diagnostics& diagnostics_;
};

} // namespace

void check_separation(rewrite::Unit const& unit, NameUses const& uses,
                      rewrite::Diagnostics& diagnostics) {
    Separation separation(unit, diagnostics);
    separation.check_uses(uses);
    separation.check_using();
}

} // namespace collapse
