// SPDX-License-Identifier: BSD-2-Clause
// Puts parts of the spec after `#line` directives and as many spaces as their column wants.
#include "placed_text.hpp"

#include <specialize/spec/lexer.hpp>

namespace specialize {

PlacedText& PlacedText::put(std::string const& text) {
    text_ += text;
    return *this;
}

PlacedText& PlacedText::at(rewrite::Place const& place) {
    text_ += "\n#line " + std::to_string(place.line) + " \"";
    for (char const character : place.file) {
        if (character == '"' || character == '\\') text_ += '\\';
        text_ += character;
    }
    text_ += "\"\n";
    return *this;
}

PlacedText& PlacedText::put(Text const& text) {
    at(text.place);
    text_ += std::string(text.place.column - 1, ' ') + text.text;
    return *this;
}

std::string declared_parameters(Function const& function) {
    std::string text = function.class_name.empty() ? "" : function.class_name + " *self";
    for (Parameter const& each : function.parameters) {
        if (!text.empty()) text += ", ";
        text += each.declaration_head + each.name + each.declaration_tail;
    }
    return "(" + (text.empty() ? "void" : text) + ")";
}

std::string forwarded_arguments(Function const& function, rewrite::Language language) {
    bool const is_cxx = language == rewrite::Language::cxx;
    std::string text;
    for (Parameter const& each : function.parameters)
        text +=
            (text.empty() ? "" : ", ") +
            (is_cxx ? "static_cast<decltype(" + each.name + ") &&>(" + each.name + ")" : each.name);
    return text;
}

std::string opened_namespaces(Function const& function) {
    std::string text;
    for (std::string const& each : function.namespaces)
        text += "namespace " + each + " { ";
    return text;
}

std::string closed_namespaces(Function const& function) {
    return std::string(function.namespaces.size(), '}') + "\n";
}

Text with_self(Text text, Function const& function) {
    if (function.class_name.empty()) return text;
    rewrite::Diagnostics unseen('S'); // The text has passed the parser.
    std::string const original = text.text;
    for (Token const& token : tokens_of({}, original, unseen))
        if (token.is("this")) text.text.replace(token.begin, 4, "self");
    return text;
}

} // namespace specialize
