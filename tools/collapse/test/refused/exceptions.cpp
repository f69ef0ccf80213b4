// SPDX-License-Identifier: BSD-2-Clause
// The class is thrown, and handlers name its base.
// RUN: %refused --class ParseError %s
struct Error {
    virtual ~Error() = default;
    virtual int code() const { return 1; }
};

struct ParseError : Error {
    int code() const override { return 2; }
};

int parse(int line) {
    // CHECK: error[C0303]: an object of `ParseError` is thrown: its handlers may name bases
    // CHECK-NEXT: --> {{.*}}exceptions.cpp:[[#@LINE+1]]:19
    if (line > 4) throw ParseError();
    return line;
}

int main() {
    try {
        return parse(4);
        // CHECK: error[C0303]: exceptions are caught as `const Error &`
        // CHECK-NEXT: --> {{.*}}exceptions.cpp:[[#@LINE+1]]:7
    } catch (Error const& error) {
        return error.code();
    }
}
