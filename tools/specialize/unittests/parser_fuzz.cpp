// SPDX-License-Identifier: BSD-2-Clause
// libFuzzer target: whatever text it is given, the parser ends, what it returns stands in the text
// where it says, and it is silent only about files that it understood whole.
#include <specialize/spec/parameter_names.hpp>
#include <specialize/spec/spec.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdlib>

namespace {

using namespace specialize;

void require(bool condition) {
    if (!condition) std::abort();
}

/// Halves of statements are likelier to be reached by pieces than by bytes.
std::string make_text(uint8_t const* data, size_t size) {
    constexpr std::string_view pieces[] = {
        "entry ", "static ", "dynamic ", "session ", "expect ",  "f(int x, ...)",
        " as ",   "g",       ";",        "\n",       "x->y",     " = ",
        " is ",   " until ", " in ",     "{1, 2}",   "(",        ")",
        "[",      "]",       "{",        "}",        ",",        "sizeof ",
        "//",     "/*",      "*/",       "\"",       "'",        "ns::C",
        "<",      ">",       "...",      "*",        "0x1p-",    "operator",
        "@",      "\\",      "\t",       "\xc3",     "promise ", "alone ",
        "apart ", "when ",   "closed ",  "program",  "limit "};
    std::string text;
    bool const is_raw = size > 0 && data[0] % 4 == 0;
    for (size_t i = 1; i < size; ++i)
        if (is_raw)
            text += static_cast<char>(data[i]);
        else
            text += pieces[data[i] % std::size(pieces)];
    return text;
}

void check_place(std::string const& text, Text const& part) {
    size_t begin = 0;
    for (uint32_t line = 1; line < part.place.line; ++line)
        begin = text.find('\n', begin) + 1;
    begin += part.place.column - 1;
    require(begin <= text.size() && text.compare(begin, part.text.size(), part.text) == 0);
}

void check_entry(std::string const& text, Entry const& entry) {
    check_place(text, entry.name);
    check_place(text, entry.version);
    check_place(text, entry.parameters);
    for (Text const& each : entry.written) {
        check_place(text, each);
        require(each.text.find(name_of_parameter(each.text)) != std::string::npos);
    }
    for (SpecFact const& fact : entry.facts) {
        check_place(text, fact.path);
        require(!fact.path.text.empty());
        require(fact.values.empty() == (fact.kind == FactKind::dynamic || fact.is_captured));
        for (Text const& value : fact.values)
            check_place(text, value);
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(uint8_t const* data, size_t size) {
    std::string const text = make_text(data, size);
    rewrite::Diagnostics diagnostics('S');
    Spec const spec = parse_spec("x.spec", text, diagnostics);
    for (Entry const& entry : spec.entries)
        check_entry(text, entry);
    rewrite::Diagnostics again('S');
    if (spec.entries.empty() && !diagnostics.has_errors())
        for (Token const& token : tokens_of("x.spec", text, again))
            require(token.kind == TokenKind::end || token.is(";"));
    return 0;
}
