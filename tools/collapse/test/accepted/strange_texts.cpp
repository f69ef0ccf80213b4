// SPDX-License-Identifier: BSD-2-Clause
// Raw strings, comments and characters that look like code, in the midst of moved members.
// RUN: %same_output --class Writer %s
#include <cstdio>

/* class Writer : public Text { virtual */
struct Text {
    virtual ~Text() = default; // virtual struct Text {
    char const* raw() const {
        return R"text(
# 12 "other.cpp" 3
#line 77 "no.cpp"
struct Text { virtual ~Text(); }; // " \" )"
)text";
    }
    virtual /* override */ char brace(/* char brace = ')' */) const { return '}'; /* } */ }
    char const* plain() const {
        return "virtual \"}\" // /* Text::"
               "\x41\u00e4";
    }
};

struct Writer : /* virtual */ Text /* { */ {
    char brace() const override { return Text /**/ ::brace() == '}' ? '{' : '\''; }
    int digits() const { return 1'000'000; }
};

int main() {
    Writer writer;
    std::printf("%s%c %s %d\n", writer.raw(), writer.brace(), writer.plain(), writer.digits());
}

// PRINTS:
// PRINTS: # 12 "other.cpp" 3
// PRINTS: #line 77 "no.cpp"
// PRINTS: struct Text { virtual ~Text(); }; // " \" )"
// PRINTS: { virtual "}" // /* Text::Aä 1000000
