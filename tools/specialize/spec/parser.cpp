// SPDX-License-Identifier: BSD-2-Clause
// Parses .spec files: own statements, and between them paths, values and types of the source
// language, which are kept as they are.
#include "cursor.hpp"
#include "spec.hpp"

#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringRef.h>
#include <rewrite/text/character.hpp>
#include <specialize/engine/limits.hpp>

#include <algorithm>
#include <array>

namespace specialize {
namespace {

using rewrite::Diagnostics;
using rewrite::Place;

/// The keyword that a wrong word was probably meant to be.
std::string_view keyword_near(std::string_view word) {
    for (std::string_view const keyword : keywords)
        if (llvm::StringRef(word).edit_distance(keyword, true, 2) <= 2 && word.size() > 3)
            return keyword;
    return {};
}

class Parser {
public:
    Parser(std::string const& file, std::string_view text, Diagnostics& diagnostics)
        : cursor_(file, text, diagnostics) {
        spec_.file = file;
    }

    Spec run() {
        while (!cursor_.is_at_end())
            statement();
        return std::move(spec_);
    }

private:
    void statement() {
        if (cursor_.accept(";")) return;
        std::string_view keyword = cursor_.now().text;
        if (std::ranges::find(keywords, keyword) == keywords.end()) {
            keyword = replacement_for_unknown();
            if (keyword.empty()) return cursor_.skip_statement();
        }
        Place const place = cursor_.place();
        cursor_.next();
        bool const is_whole = part(keyword, place);
        if (is_whole)
            cursor_.end_statement();
        else
            cursor_.skip_statement();
    }

    bool part(std::string_view keyword, Place const& place) {
        if (keyword == "entry") return entry();
        if (keyword == "closed") return closed();
        if (keyword == "limit") return limit(place);
        return facts(keyword, place);
    }

    // closed program;
    bool closed() {
        if (!cursor_.accept("program")) {
            cursor_.refuse("S0124", "what is closed?", "write `closed program;`");
            return false;
        }
        spec_.is_closed = true;
        return true;
    }

    std::string_view replacement_for_unknown() {
        Token const word = cursor_.now();
        std::string_view const near =
            word.kind == TokenKind::word ? keyword_near(word.text) : std::string_view();
        cursor_.refuse("S0122", "no statement begins with `" + std::string(word.text) + "`",
                       near.empty()
                           ? "statements begin with entry, static, promise, session, dynamic, "
                             "expect, limit or closed"
                           : "write `" + std::string(near) + "`");
        return near;
    }

    // entry NAME(PARAMETERS) as VERSION;
    bool entry() {
        Entry entry;
        std::optional<Text> const name = name_of_entry();
        if (!name) return false;
        entry.name = *name;
        if (!parameters(entry)) return false;
        if (!cursor_.accept("as")) {
            cursor_.refuse("S0124", "the version's name is missing",
                           "write `as " + proposed_version(entry.name.text) +
                               "` after the parameters");
            return false;
        }
        std::optional<Text> const version = cursor_.word("the version's name");
        if (!version) return false;
        entry.version = *version;
        check_version(entry);
        spec_.entries.push_back(std::move(entry));
        return true;
    }

    static std::string proposed_version(std::string const& name) {
        if (!rewrite::is_identifier(name.back())) return "call_special";
        return name.substr(name.rfind(':') + 1) + "_special"; // npos + 1 is 0
    }

    /// `f`, `ns::Class::f`, `Class::operator()`.
    std::optional<Text> name_of_entry() {
        size_t const first = cursor_.index();
        while (cursor_.now().kind == TokenKind::word || cursor_.now().is("::") ||
               cursor_.now().is("~")) {
            bool const is_operator = cursor_.now().is("operator");
            cursor_.next();
            if (is_operator) skip_operator();
        }
        if (cursor_.index() == first || !cursor_.now().is("(")) {
            cursor_.refuse("S0124",
                           cursor_.index() == first ? "which function?"
                                                    : "the function's parameters are missing",
                           "as in `entry send(int socket, ...) as send_special;`");
            return std::nullopt;
        }
        if (std::optional<size_t> const begin = behind_result_type(first)) {
            Text name = cursor_.text(*begin, cursor_.index());
            cursor_.refuse_at(first, "S0124", "the type of the result is not written",
                              "write `entry " + name.text + "(`");
            return name;
        }
        return cursor_.text(first, cursor_.index());
    }

    void skip_operator() {
        if (cursor_.now().is("(")) cursor_.next();
        while (cursor_.now().kind == TokenKind::punctuation && !cursor_.now().is("("))
            cursor_.next();
    }

    /// Where the name begins if words that belong to no name stand before it.
    std::optional<size_t> behind_result_type(size_t first) const {
        std::optional<size_t> found;
        for (size_t i = first + 1; i < cursor_.index(); ++i)
            if (cursor_.at(i).kind == TokenKind::word && cursor_.at(i - 1).kind == TokenKind::word)
                found = i;
        return found;
    }

    bool parameters(Entry& entry) {
        size_t const open = cursor_.index();
        if (!cursor_.skip_group()) return false;
        size_t const close = cursor_.index() - 1;
        entry.parameters =
            close == open + 1 ? Text{"", cursor_.place(close)} : cursor_.text(open + 1, close);
        for (Text& each : cursor_.split(open + 1, close)) {
            if (each.text == "...")
                entry.leaves_out_others = true;
            else if (each.text != "void")
                entry.written.push_back(std::move(each));
        }
        return true;
    }

    void check_version(Entry const& entry) {
        for (Entry const& other : spec_.entries)
            if (other.version.text == entry.version.text)
                cursor_.add({rewrite::Severity::error,
                             "S0128",
                             "there are two versions `" + entry.version.text + "`",
                             entry.version.place,
                             {{"the other one", other.version.place}},
                             "give each entry another name after `as`"});
        if (entry.version.text == entry.name.text)
            cursor_.refuse_at(entry.version.place, "S0128",
                              "the version has the name of the function itself",
                              "choose another name; `--replace` then makes every call of `" +
                                  entry.name.text + "` choose among the versions");
    }

    /// The entry that a statement belongs to.
    Entry& entry_of(Place const& statement) {
        if (!spec_.entries.empty()) return spec_.entries.back();
        if (without_entry_.facts.empty())
            cursor_.refuse_at(statement, "S0125", "this stands before any entry",
                              "begin with the function, as in `entry send(...) as send_special;`");
        return without_entry_;
    }

    /// limit NAME = NUMBER;
    bool limit(Place const& place) {
        Entry& entry = entry_of(place);
        std::optional<Text> const name = cursor_.word("the limit");
        if (!name) return false;
        if (!is_limit(name->text)) {
            cursor_.refuse_at(name->place, "S0140", "there is no limit `" + name->text + "`",
                              "limits are " + limit_names());
            return false;
        }
        std::optional<size_t> const value = cursor_.accept("=") ? number() : std::nullopt;
        if (!value) {
            cursor_.refuse("S0124", "how much is the limit `" + name->text + "`?",
                           "write `limit " + name->text +
                               " = NUMBER;`, with a number from 1 to 4294967295");
            return false;
        }
        entry.limits.push_back({*name, *value});
        return true;
    }

    static bool is_limit(std::string_view name) {
        return std::ranges::any_of(named_limits,
                                   [&](NamedLimit const& each) { return each.name == name; });
    }

    static std::string limit_names() {
        std::vector<std::string_view> names;
        for (NamedLimit const& each : named_limits)
            names.push_back(each.name);
        return llvm::join(names, ", ");
    }

    /// A number above 0 and below 2^32, in decimal.
    std::optional<size_t> number() {
        static constexpr size_t most = size_t{1} << 32U;
        size_t value = 0;
        bool const is_number = cursor_.now().kind == TokenKind::number &&
                               !llvm::StringRef(cursor_.now().text).getAsInteger(10, value);
        if (!is_number || value == 0 || value >= most) return std::nullopt;
        cursor_.next();
        return value;
    }

    /// `KEYWORD FACT, FACT…;`
    bool facts(std::string_view keyword, Place const& place) {
        Entry& entry = entry_of(place);
        size_t const statement = cursor_.at(cursor_.index() - 1).begin;
        size_t begin = statement;
        do {
            std::optional<SpecFact> found = fact(keyword);
            if (!found) return false;
            found->statement = statement;
            found->begin = begin;
            found->end = cursor_.now().end();
            entry.facts.push_back(std::move(*found));
            if (!cursor_.accept(",")) return true;
            begin = cursor_.now().begin;
        } while (true);
    }

    std::optional<SpecFact> fact(std::string_view keyword) {
        if (keyword == "static") return static_fact(keyword);
        if (keyword == "promise") return promise_fact(keyword);
        if (keyword == "dynamic") return dynamic_fact();
        if (keyword == "session") return session_fact();
        return expect_fact();
    }

    /// Like a static fact, but of values and types; or that an object overlaps no other, or is used
    /// by the entry alone.
    std::optional<SpecFact> promise_fact(std::string_view keyword) {
        if (cursor_.now().is("sizeof")) {
            cursor_.refuse("S0124", "sizes are never tested, so there is nothing to promise",
                           "write `static sizeof POINTER = BYTES;`");
            return std::nullopt;
        }
        bool const is_alone = accept_word("alone");
        bool const is_object = is_alone || accept_word("apart");
        std::optional<SpecFact> fact = is_object ? dynamic_fact() : static_fact(keyword);
        if (fact) fact->is_promised = true;
        if (fact) fact->is_alone = is_alone;
        return fact;
    }

    /// A word of promises, where it is not the name of something.
    bool accept_word(std::string_view word) {
        size_t const start = cursor_.index();
        if (!cursor_.now().is(word)) return false;
        cursor_.next();
        for (std::string_view const each : {"=", "==", "is", ".", "->", "["})
            if (cursor_.now().is(each)) {
                cursor_.rewind(start);
                return false;
            }
        return true;
    }

    std::optional<SpecFact> static_fact(std::string_view keyword) {
        SpecFact fact;
        if (cursor_.now().is("sizeof")) {
            cursor_.next();
            fact.kind = FactKind::size;
        }
        std::optional<Text> const path = cursor_.path();
        if (!path) return std::nullopt;
        fact.path = *path;
        if (cursor_.now().is("is") && fact.kind == FactKind::value) {
            fact.kind = FactKind::type;
            cursor_.next();
        } else if (fact.kind == FactKind::value && cursor_.ends_fact()) {
            fact.is_captured = true;
            return fact;
        } else if (!cursor_.accept("=")) {
            return refused_static(keyword, *path, fact.kind);
        }
        std::optional<Text> value = fact.kind == FactKind::type ? cursor_.type() : cursor_.value();
        if (!value) return std::nullopt;
        fact.values.push_back(std::move(*value));
        return fact;
    }

    std::optional<SpecFact> refused_static(std::string_view keyword, Text const& path,
                                           FactKind kind) {
        bool const compares = cursor_.now().is("==");
        std::string const left = (kind == FactKind::size ? "sizeof " : "") + path.text;
        std::string const statement = "write `" + std::string(keyword) + " " + left;
        cursor_.refuse(
            "S0124",
            compares ? "`==` compares; a fact says what is" : "what is known of `" + left + "`?",
            compares
                ? statement + " = …`"
                : statement + " = VALUE;` or `" + std::string(keyword) + " " + left + " is TYPE;`");
        return std::nullopt;
    }

    std::optional<SpecFact> dynamic_fact() {
        std::optional<Text> const path = cursor_.path();
        if (!path) return std::nullopt;
        if (cursor_.now().is("=") || cursor_.now().is("is")) {
            cursor_.refuse("S0124", "of what is dynamic nothing is known, so it has no value",
                           "write `static " + path->text + " …` or `dynamic " + path->text + ";`");
            return std::nullopt;
        }
        return SpecFact{FactKind::dynamic, *path, {}};
    }

    std::optional<SpecFact> session_fact() {
        std::optional<Text> const path = cursor_.path();
        if (!path) return std::nullopt;
        if (!cursor_.accept("until")) {
            cursor_.refuse("S0124", "until when does `" + path->text + "` keep its value?",
                           "write `session " + path->text + " until FUNCTION;`");
            return std::nullopt;
        }
        SpecFact fact{FactKind::session, *path, {}};
        do {
            std::optional<Text> const function = cursor_.qualified_name("the function");
            if (!function) return std::nullopt;
            fact.values.push_back(*function);
        } while (cursor_.accept(","));
        return fact;
    }

    std::optional<SpecFact> expect_fact() {
        std::optional<Text> const path = cursor_.path();
        if (!path) return std::nullopt;
        size_t const before = cursor_.index();
        bool const has_in = cursor_.accept("in");
        if (!has_in || !cursor_.now().is("{")) {
            cursor_.rewind(before);
            cursor_.refuse("S0124", "which values are expected of `" + path->text + "`?",
                           "write `expect " + path->text + " in {VALUE, VALUE};`");
            return std::nullopt;
        }
        size_t const open = cursor_.index();
        if (!cursor_.skip_group()) return std::nullopt;
        SpecFact fact{FactKind::expect, *path, cursor_.split(open + 1, cursor_.index() - 1)};
        if (cursor_.accept("when") && !writer_of(fact)) return std::nullopt;
        if (!fact.values.empty()) return fact;
        cursor_.refuse_at(open, "S0124", "no value is expected", "name one, or leave this out");
        return std::nullopt;
    }

    // when FUNCTION writes it
    bool writer_of(SpecFact& fact) {
        std::optional<Text> const writer = cursor_.qualified_name("the function");
        if (!writer) return false;
        fact.kind = FactKind::likely;
        fact.writer = *writer;
        if (cursor_.accept("writes") && cursor_.accept("it")) return true;
        cursor_.refuse("S0124", "what does `" + writer->text + "` do?",
                       "write `when " + writer->text + " writes it`");
        return false;
    }

    Cursor cursor_;
    Spec spec_;
    Entry without_entry_; ///< takes facts that belong to none, so that one report is enough
};

} // namespace

bool Entry::has_session() const {
    return std::ranges::any_of(facts,
                               [](SpecFact const& fact) { return fact.kind == FactKind::session; });
}

Spec parse_spec(std::string const& file, std::string_view text, Diagnostics& diagnostics) {
    return Parser(file, text, diagnostics).run();
}

} // namespace specialize
