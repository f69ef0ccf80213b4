// SPDX-License-Identifier: BSD-2-Clause
// Functions with `...`: the compiler declares their built-in functions where they are first used,
// here in system headers.
// RUN: %same_output --class Printer %s
#include <cstdarg>
#include <cstdio>
#include <string>

class Status {
public:
    virtual int log(char const* format, ...) = 0;
    int twice(char const* text) { return log("%s\n", text) + log("%s\n", text); }
};

class Printer : public Status {
public:
    int log(char const* format, ...) override {
        va_list arguments;
        va_start(arguments, format);
        int const written = std::vprintf(format, arguments);
        va_end(arguments);
        return lines_ += written > 0;
    }

private:
    int lines_ = 0;
};

int main() {
    Printer printer;
    Status& status = printer;
    std::printf("%d\n", status.twice(std::to_string(33).c_str()));
}
// PRINTS: 33
// PRINTS: 33
// PRINTS: 3
