// SPDX-License-Identifier: BSD-2-Clause
// Matches the uses of two parses token by token.
#include "meaning.hpp"

#include "first_names.hpp"
#include "system_uses.hpp"
#include "uses.hpp"

#include <algorithm>

namespace rewrite {

namespace {

/// Uses of one kind at one token.
struct Group {
    Uses::const_iterator begin;
    Uses::const_iterator end;
};

std::string_view buffer_of(clang::ASTContext const& context) {
    clang::SourceManager const& sources = context.getSourceManager();
    return sources.getBufferData(sources.getMainFileID());
}

clang::SourceLocation location_at(clang::ASTContext const& context, uint32_t offset) {
    clang::SourceManager const& sources = context.getSourceManager();
    return sources.getLocForStartOfFile(sources.getMainFileID())
        .getLocWithOffset(static_cast<int>(offset));
}

std::string token_text(clang::ASTContext const& context, uint32_t offset) {
    clang::SourceLocation const begin = location_at(context, offset);
    unsigned const length =
        clang::Lexer::MeasureTokenLength(begin, context.getSourceManager(), context.getLangOpts());
    return std::string(buffer_of(context).substr(offset, length));
}

/// Where the analysed bytes appear in the rendered text, and which use is made of them there.
class Tokens {
public:
    Tokens(clang::ASTContext const& after, OriginMap const& origins)
        : after_(after), origins_(origins), by_origin_(origins.pieces) {
        std::ranges::sort(by_origin_, {}, &OriginMap::Piece::origin);
        for (OriginMap::Piece const& piece : by_origin_)
            longest_ = std::max(longest_, piece.length);
    }

    /// The first byte of this rendered token that shows an analysed one.
    std::optional<uint32_t> anchor(uint32_t rendered) const {
        if (origins_.origin_of(rendered)) return rendered;
        auto const length = static_cast<uint32_t>(clang::Lexer::MeasureTokenLength(
            location_at(after_, rendered), after_.getSourceManager(), after_.getLangOpts()));
        for (uint32_t at = rendered + 1; at < rendered + length; ++at)
            if (origins_.origin_of(at)) return at;
        return std::nullopt;
    }

    uint32_t origin(uint32_t anchor) const { return *origins_.origin_of(anchor); }

    /// All rendered bytes that show this analysed one.
    std::vector<uint32_t> shown_at(uint32_t analysed) const {
        std::vector<uint32_t> found;
        uint32_t const lowest = analysed >= longest_ ? analysed - longest_ : 0;
        auto piece = std::ranges::lower_bound(by_origin_, lowest, {}, &OriginMap::Piece::origin);
        for (; piece != by_origin_.end() && piece->origin <= analysed; ++piece)
            if (analysed - piece->origin < piece->length)
                found.push_back(piece->begin + (analysed - piece->origin));
        return found;
    }

private:
    clang::ASTContext const& after_;
    OriginMap const& origins_;
    std::vector<OriginMap::Piece> by_origin_;
    uint32_t longest_ = 0;
};

/// Whether a signature of the first parse has become one of the second.
class ImageCheck {
public:
    explicit ImageCheck(Images const& images) : images_(images) {
        for (auto const& [key, image] : images.all())
            heads_.insert(key.substr(0, key.find('(')));
    }

    /// Sizes differ because those of classes do: numbers prove nothing then.
    void ignore_values() { values_count_ = false; }

    bool matches(Signature const* before, Signature const* after) {
        if (before == nullptr || after == nullptr) return before == after;
        std::pair const key{before, after};
        auto const known = known_.find(key);
        if (known != known_.end()) return known->second;
        return known_[key] = compare(*before, *after);
    }

    /// Whether two signatures of the first parse are one in the second.
    bool become_one(Signature const& left, Signature const& right) const {
        if (&left == &right) return true;
        std::set<DeclKey> const left_images = images_of(left);
        for (DeclKey const& image : images_of(right))
            if (left_images.contains(image)) return true;
        return left.head == right.head &&
               std::ranges::equal(left.parts, right.parts,
                                  [this](auto* one, auto* two) { return become_one(*one, *two); });
    }

private:
    std::set<DeclKey> images_of(Signature const& before) const {
        auto const found = images_.all().find(before.text());
        return found == images_.all().end() ? std::set<DeclKey>{before.text()} : found->second;
    }

    bool compare(Signature const& before, Signature const& after) {
        if (heads_.contains(before.head)) {
            auto const image = images_.all().find(before.text());
            if (image != images_.all().end()) return image->second.contains(after.text());
        }
        bool const numbers = before.head.starts_with("value ") && after.head.starts_with("value ");
        if (before.head != after.head && !(numbers && !values_count_)) return false;
        if (before.parts.size() != after.parts.size()) return false;
        for (size_t i = 0; i < before.parts.size(); ++i)
            if (!matches(before.parts[i], after.parts[i])) return false;
        return true;
    }

    Images const& images_;
    std::set<std::string> heads_; ///< of what has images: others need no look-up
    bool values_count_ = true;
    std::map<std::pair<Signature const*, Signature const*>, bool> known_;
};

bool is_layout(Use const& use) {
    return use.kind == "layout value";
}

std::string described(Use const& use) {
    if (use.declaration != nullptr) {
        std::string const name = use.declaration->getQualifiedNameAsString();
        bool const global =
            name.find("::") == name.npos && use.declaration->getDeclContext()->isTranslationUnit();
        return (global ? "::" : "") + name;
    }
    return use.type.isNull() ? use.meaning->text() : use.type.getAsString();
}

/// With its type, or what tells it from another of that name.
std::string described_in_full(Use const& use) {
    auto const* value = llvm::dyn_cast_or_null<clang::ValueDecl>(use.declaration);
    return value == nullptr ? use.meaning->text()
                            : described(use) + "`, of type `" + value->getType().getAsString();
}

class Comparison {
public:
    Comparison(clang::ASTContext& before, clang::ASTContext& after, OriginMap const& origins,
               Images const& images, Diagnostics& diagnostics)
        : before_(before), after_(after), images_(images), diagnostics_(diagnostics),
          tokens_(after, origins), check_(images),
          old_signatures_(
              before, [](uint32_t offset) { return std::optional(offset); }, first_names_),
          new_signatures_(
              after, [&origins](uint32_t offset) { return origins.origin_of(offset); },
              first_names_) {}

    void run() {
        find_first_names(before_, old_signatures_, first_names_);
        old_uses_ = find_uses(before_, old_signatures_);
        new_uses_ = find_uses(after_, new_signatures_);
        for (auto use = new_uses_.begin(); use != new_uses_.end(); ++use)
            if (std::optional<uint32_t> const anchor = tokens_.anchor(use->offset))
                new_tokens_.insert({*anchor, use->kind});
        if (layout_differs()) check_.ignore_values();
        for (bool const names : {true, false})
            for (Use const& use : new_uses_)
                if ((use.kind == "name") == names) check_new(use);
        for (Use const& use : old_uses_)
            check_kept(use);
        compare_system_uses();
    }

private:
    void compare_system_uses() {
        SystemUses const old = find_system_uses(before_, old_signatures_);
        for (auto const& [place, now] : find_system_uses(after_, new_signatures_))
            if (auto const found = old.find(place); found != old.end())
                compare_at(found->second, now);
    }

    /// Each use of an instance that is still there must be found among those of the other parse.
    void compare_at(std::vector<SystemUse> const& old, std::vector<SystemUse> const& now) {
        auto const same_within = [this](SystemUse const& was, SystemUse const& is) {
            return check_.matches(was.within, is.within);
        };
        auto const same = [&](SystemUse const& was, SystemUse const& is) {
            return same_within(was, is) && check_.matches(was.meaning, is.meaning);
        };
        for (SystemUse const& was : old)
            for (SystemUse const& is : now) {
                if (!same_within(was, is) || same(was, is)) continue;
                bool const stays = std::ranges::any_of(
                    now, [&](SystemUse const& each) { return same(was, each); });
                bool const is_known =
                    std::ranges::any_of(old, [&](SystemUse const& each) { return same(each, is); });
                if (!stays || !is_known) return report_in_system(was, is);
            }
    }

    void report_in_system(SystemUse const& old, SystemUse const& now) {
        bool const was_of_text = old.meaning != nullptr;
        Diagnostic found;
        found.code = "C0601";
        found.place = was_of_text
                          ? place_of(before_.getSourceManager(), old.declaration->getLocation())
                          : place_of(after_.getSourceManager(), now.declaration->getLocation());
        found.message = "a template of a system header would now use `" + of_type(now) +
                        "`, not `" + of_type(old) + "`";
        found.help = "give one of the functions another name, or call it for the class itself";
        if (reported_in_system_.insert(found.message).second) diagnostics_.add(std::move(found));
    }

    static std::string of_type(SystemUse const& use) {
        std::string const name = use.declaration->getQualifiedNameAsString();
        if (use.meaning == nullptr) return name;
        auto const& function = llvm::cast<clang::FunctionDecl>(*use.declaration);
        return name + "`, of type `" + function.getType().getAsString();
    }

    Group old_group(uint32_t offset, std::string const& kind) const {
        auto const found =
            std::ranges::equal_range(old_uses_, std::tie(offset, kind), {},
                                     [](Use const& use) { return std::tie(use.offset, use.kind); });
        return {found.begin(), found.end()};
    }

    bool layout_differs() {
        return std::ranges::any_of(new_uses_, [this](Use const& use) {
            std::optional<uint32_t> const anchor = tokens_.anchor(use.offset);
            if (!is_layout(use) || !anchor) return false;
            Group const old = old_group(tokens_.origin(*anchor), use.kind);
            return std::none_of(old.begin, old.end, [&use](Use const& each) {
                return each.meaning->head == use.meaning->head;
            });
        });
    }

    /// Within instances that match.
    bool may_mean(Use const& old, Use const& now) {
        auto const wanted = images_.at().find(old.offset);
        if (wanted != images_.at().end() && old.kind == "name")
            return wanted->second.contains(now.meaning->text());
        return check_.matches(old.meaning, now.meaning) || is_found_earlier(old, now) ||
               (is_converted_in_hierarchy(old) && now.from == now.to &&
                check_.matches(old.to, now.to));
    }

    /// A name in a template that was looked up per instantiation and is qualified now. Each
    /// instantiation is compared for itself.
    bool is_found_earlier(Use const& old, Use const& now) {
        if (!old.meaning->head.starts_with("name ") || old.within != nullptr) return false;
        Group const candidates = old_group(old.offset, "candidate");
        return std::any_of(candidates.begin, candidates.end, [&](Use const& each) {
            return check_.matches(each.meaning, now.meaning);
        });
    }

    /// A smart pointer to a base made from one to the class: the library's converting constructor
    /// becomes a copy, a move or nothing.
    bool is_converted_in_hierarchy(Use const& old) const {
        return old.is_of_system && old.from != nullptr && old.from != old.to &&
               check_.become_one(*old.from, *old.to);
    }

    /// Several instances may have become this one: each must have meant it.
    bool is_meant_in_all(Group old, Use const& now) {
        std::map<Signature const*, bool> meant;
        for (auto each = old.begin; each != old.end; ++each)
            if (check_.matches(each->within, now.within))
                meant[each->within] |= may_mean(*each, now);
        return !meant.empty() && std::ranges::all_of(meant, [](auto& each) { return each.second; });
    }

    void check_new(Use const& now) {
        std::optional<uint32_t> const anchor = tokens_.anchor(now.offset);
        if (!anchor || is_layout(now)) return;
        uint32_t const origin = tokens_.origin(*anchor);
        Group const old = old_group(origin, now.kind);
        if (is_meant_in_all(old, now)) return;
        auto const same_place = std::find_if(old.begin, old.end, [&](Use const& each) {
            return check_.matches(each.within, now.within);
        });
        report(origin,
               same_place != old.end ? &*same_place
                                     : (old.begin != old.end ? &*old.begin : nullptr),
               &now);
    }

    /// A default argument that is gone was written out, which is new text; a class that a friend
    /// declaration declares may be declared before now.
    static bool may_vanish(std::string const& kind) {
        return kind == "candidate" || kind == "scope" || kind.starts_with("default argument");
    }

    /// `{}` for a class whose default constructor is implicit: once the class is flat it may be an
    /// aggregate, whose members are then initialised one by one to the same values.
    bool became_aggregate(Use const& old) const {
        auto const* constructor =
            llvm::dyn_cast_or_null<clang::CXXConstructorDecl>(old.declaration);
        return constructor != nullptr && constructor->isImplicit() &&
               constructor->isDefaultConstructor() && token_text(before_, old.offset) == "{";
    }

    void check_kept(Use const& old) {
        if (old.within != nullptr || is_layout(old) || may_vanish(old.kind) ||
            is_converted_in_hierarchy(old) || became_aggregate(old))
            return;
        for (uint32_t const shown : tokens_.shown_at(old.offset))
            if (!new_tokens_.contains({shown, old.kind})) report(old.offset, &old, nullptr);
    }

    void report(uint32_t origin, Use const* old, Use const* now) {
        if (!reported_.insert(origin).second) return;
        Diagnostic found;
        found.code = "C0601";
        found.place = place_of(before_.getSourceManager(), location_at(before_, origin));
        found.message = message(token_text(before_, origin), old, now);
        add_note(found, before_, old, "means this before");
        add_note(found, after_, now, "would mean this afterwards");
        found.help = "rename one of them, or qualify the name, so that it means the same in both";
        diagnostics_.add(std::move(found));
    }

    static std::string message(std::string const& token, Use const* old, Use const* now) {
        std::string const name = "`" + token + "` ";
        std::string const& what = (now != nullptr ? now : old)->kind;
        std::string const kind = what == "name" ? "" : " (" + what + ")";
        if (old == nullptr)
            return name + "would now mean `" + described(*now) +
                   "`, and meant nothing of that kind" + kind;
        if (now == nullptr)
            return name + "meant `" + described(*old) + "`, and would no longer mean that" + kind;
        bool const alike = described(*now) == described(*old);
        std::string const is = alike ? described_in_full(*now) : described(*now);
        std::string const was = alike ? described_in_full(*old) : described(*old);
        return name + "would now mean `" + is + "`, not `" + was + "`" + kind;
    }

    static void add_note(Diagnostic& found, clang::ASTContext const& context, Use const* use,
                         std::string const& text) {
        if (use == nullptr || use->declaration == nullptr) return;
        if (use->declaration->getLocation().isInvalid()) return;
        found.notes.push_back(
            {"`" + described(*use) + "` " + text,
             place_of(context.getSourceManager(), use->declaration->getLocation())});
    }

    clang::ASTContext& before_;
    clang::ASTContext& after_;
    Images const& images_;
    Diagnostics& diagnostics_;
    Tokens tokens_;
    ImageCheck check_;
    FirstNames first_names_;
    Signatures old_signatures_;
    Signatures new_signatures_;
    Uses old_uses_;
    Uses new_uses_;
    std::set<std::pair<uint32_t, std::string>> new_tokens_; ///< with a use of that kind
    std::set<uint32_t> reported_;
    std::set<std::string> reported_in_system_;
};

} // namespace

void compare_meaning(clang::ASTContext& before, clang::ASTContext& after, OriginMap const& origins,
                     Images const& images, Diagnostics& diagnostics) {
    Comparison(before, after, origins, images, diagnostics).run();
}

} // namespace rewrite
