// SPDX-License-Identifier: BSD-2-Clause
// Member functions, static and not, with private members; of nested classes, defined in the class
// before and after the argument's class is complete, and outside.
// RUN: %cloned %s
// PLAN: {"version": 1, "sealed": ["Serial"], "clones": true}
// CLONE: app::Printer::print(Serial&)
// CLONE: app::Printer::count(Serial&, int)
// CLONE: app::Printer::Line::end(Serial&)
// CLONE: app::Printer::outside(Serial&, int)
// CLONE: app::Late::print(Serial&)
// DIRECT: app::Printer::print(Serial&)
// DIRECT: app::Printer::count(Serial&, int)
// DIRECT: app::Printer::Line::end(Serial&) const
// DIRECT: app::Printer::outside(Serial&, int)
// DIRECT: app::Late::print(Serial&)
#include <cstdio>

class Console {
public:
    virtual int write(char const* text) = 0;

protected:
    ~Console() = default;
};

namespace app {

class Printer {
public:
    struct Line {
        int end(Console& console) const { return console.write("end"); }
    };
    void print(Console& console) { written_ += console.write("in class"); }
    static int count(Console& console, int more = 1) { return console.write("static") + more; }
    void outside(Console& console, int times = 2);
    int written() const { return written_; }

private:
    int written_ = 0;
};

void Printer::outside(Console& console, int times) {
    for (int i = 0; i < times; ++i)
        written_ += console.write("outside");
}

} // namespace app

class Serial : public Console {
public:
    int write(char const* text) override { return std::printf("%s\n", text); }
};

namespace app {

class Late {
public:
    int print(Console& console) { return console.write(text_); }

private:
    char const* text_ = "late";
};

} // namespace app

int main() {
    Serial serial;
    app::Printer printer;
    printer.print(serial);
    printer.outside(serial);
    std::printf("%d\n", app::Printer::count(serial) + app::Printer::Line().end(serial));
    std::printf("%d\n", printer.written() + app::Late().print(serial));
}
// PRINTS: in class
// PRINTS: outside
// PRINTS: outside
// PRINTS: static
// PRINTS: end
// PRINTS: 12
// PRINTS: late
// PRINTS: 30
