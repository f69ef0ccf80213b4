// SPDX-License-Identifier: BSD-2-Clause
// Facts about the classes of a unit: what they are and what they are made of.
#include "class_facts.hpp"

#include "type_mentions.hpp"

#include <rewrite/syntax/syntax_visitor.hpp>
#include <rewrite/text/files.hpp>

#include <algorithm>
#include <tuple>

namespace collapse {

using clang::CXXRecordDecl;
using rewrite::hash_of;

std::string definition_hash(rewrite::Unit const& unit, CXXRecordDecl const& record) {
    std::optional<rewrite::Range> const range = unit.range(record.getSourceRange());
    if (!range) return {};
    std::string const piece = unit.text().substr(range->begin, range->end - range->begin);
    clang::Lexer lexer(clang::SourceLocation::getFromRawEncoding(2), unit.context().getLangOpts(),
                       piece.data(), piece.data(), piece.data() + piece.size());
    std::string tokens;
    clang::Token token;
    bool is_directive = false;
    for (lexer.LexFromRawLexer(token); token.isNot(clang::tok::eof); lexer.LexFromRawLexer(token)) {
        if (token.isAtStartOfLine()) is_directive = token.is(clang::tok::hash);
        if (is_directive) continue;
        bool const is_string = clang::tok::isStringLiteral(token.getKind());
        size_t const begin = token.getLocation().getRawEncoding() - 2;
        tokens += is_string ? "\"\"" : piece.substr(begin, token.getLength());
        tokens += ' ';
    }
    return hash_of(tokens);
}

std::string hierarchy_hash(std::map<std::string, std::string> const& class_hashes) {
    std::string all;
    for (auto const& [name, hash] : class_hashes)
        all += name + ' ' + hash + '\n';
    return hash_of(all);
}

namespace {

/// Every class of a unit once: its definition, else its first declaration.
class ClassCollector : public rewrite::SyntaxVisitor {
public:
    ClassCollector(rewrite::Unit const& unit, ClassNames& names, UnitFacts& facts)
        : unit_(unit), names_(names), facts_(facts) {}

    bool shouldVisitTemplateInstantiations() const override { return true; }

    bool VisitCXXRecordDecl(CXXRecordDecl* record) override {
        CXXRecordDecl const* const definition = record->getDefinition();
        bool const is_chosen = definition ? definition == record : record->isCanonicalDecl();
        if (!is_chosen || record->isInjectedClassName() || names_.of(record).empty()) return true;
        ClassFact fact;
        fact.name = names_.of(record);
        fact.place = unit_.place(record->getLocation());
        if (definition && !definition->isInvalidDecl()) describe(*definition, fact);
        facts_.classes.push_back(std::move(fact));
        return true;
    }

private:
    void describe(CXXRecordDecl const& record, ClassFact& fact) {
        fact.is_complete = true;
        fact.is_abstract = record.isAbstract();
        fact.hash = definition_hash(unit_, record);
        clang::ASTContext const& context = unit_.context();
        fact.size_bytes =
            static_cast<uint64_t>(context.getASTRecordLayout(&record).getSize().getQuantity());
        for (clang::CXXBaseSpecifier const& base : record.bases())
            fact.bases.push_back({names_.of(base.getType()->getAsCXXRecordDecl()),
                                  clang::getAccessSpelling(base.getAccessSpecifier()).str(),
                                  base.isVirtual()});
        std::erase_if(fact.bases, [](BaseFact const& base) { return base.name.empty(); });
        for (clang::CXXMethodDecl const* method : record.methods())
            if (!method->isImplicit())
                fact.methods.push_back({method->getNameAsString(), method->getType().getAsString(),
                                        method->isVirtual()});
        for (clang::FieldDecl const* field : record.fields())
            fact.fields.push_back({field->getNameAsString(), field->getType().getAsString()});
        std::set<std::string> const mentions = classes_behind(record);
        fact.mentions.assign(mentions.begin(), mentions.end());
    }

    /// What an object leads to by its bases, data and virtual functions.
    std::set<std::string> classes_behind(CXXRecordDecl const& record) {
        std::set<std::string> found;
        if (auto const* const around = llvm::dyn_cast<CXXRecordDecl>(record.getDeclContext()))
            if (!names_.of(around).empty()) found.insert(names_.of(around));
        for (clang::CXXBaseSpecifier const& base : record.bases())
            found.merge(mentioned(base.getType(), names_));
        for (clang::FieldDecl const* field : record.fields())
            found.merge(mentioned(field->getType(), names_));
        for (clang::CXXMethodDecl const* method : record.methods())
            if (method->isVirtual()) found.merge(mentioned(method->getType(), names_));
        return found;
    }

    rewrite::Unit const& unit_;
    ClassNames& names_;
    UnitFacts& facts_;
};

} // namespace

void add_class_facts(rewrite::Unit const& unit, ClassNames& names, UnitFacts& facts) {
    ClassCollector(unit, names, facts).TraverseAST(unit.context());
    std::ranges::sort(facts.classes, [](ClassFact const& left, ClassFact const& right) {
        return std::tie(left.name, left.place.file, left.place.line) <
               std::tie(right.name, right.place.file, right.place.line);
    });
}

} // namespace collapse
