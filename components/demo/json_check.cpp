// SPDX-License-Identifier: BSD-2-Clause
// Takes a text in JSON apart and says what is in it.
#include <demo/json_check.hpp>

#include <core/say.hpp>

namespace flat::demo {

namespace {

Text name_of(data::Json::Kind kind) {
    switch (kind) {
    case data::Json::Kind::undefined:
        return "nothing";
    case data::Json::Kind::object:
        return "object";
    case data::Json::Kind::array:
        return "array";
    case data::Json::Kind::string:
        return "string";
    case data::Json::Kind::primitive:
        return "primitive";
    }
    return "unknown";
}

} // namespace

void JsonCheck::run() {
    tokens(R"({"name": "flat", "sizes": [1, 22, 333], "virtual": false})");
    error("]");
    error("[1, 2");
}

void JsonCheck::tokens(Text text) {
    u32 const count = json->parse(text.bytes()).value();
    say(*log, "{} tokens", count);
    for (u32 i = 0; i < count; ++i) {
        data::Json::Token const token = json->token(i);
        usize const size = static_cast<usize>(token.end - token.start);
        Text const part = text.after(static_cast<usize>(token.start)).first(size);
        say(*log, "{} with {}: {}", name_of(token.kind), static_cast<u64>(token.size), part);
    }
}

void JsonCheck::error(Text text) {
    say(*log, "{} is error {}", text, static_cast<u32>(json->parse(text.bytes()).error().code));
}

} // namespace flat::demo
