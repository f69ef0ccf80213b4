// SPDX-License-Identifier: BSD-2-Clause
// A member is not retyped where its type has static variables, which would be two afterwards.
// RUN: %collapse check --plan %inputs/programs/retyped.json -- g++ -c %s
// RUN: %not %collapse check --plan %inputs/programs/retyped.json -- g++ -DWRAPPER_COUNTS \
// RUN:     -std=c++17 -c %s 2>&1 | %FileCheck --check-prefix=WRAPPER %s
// RUN: %not %collapse check --plan %inputs/programs/retyped.json -- g++ -DFUNCTION_COUNTS \
// RUN:     -c %s 2>&1 | %FileCheck --check-prefix=FUNCTION %s
struct Console {
    virtual int put(int character) = 0;
};

struct Serial : Console {
    int put(int character) override { return character; }
};

template<class Interface>
struct Reference {
    explicit Reference(Interface* to) : to_(to) {}
    Interface* operator->() const { return to_; }
#ifdef WRAPPER_COUNTS
    static inline int live = 0;
#endif
    Interface* to_;
};

template<class Kind>
int calls(Kind const&) {
#ifdef FUNCTION_COUNTS
    static
#endif
        int number = 0;
    return ++number;
}

struct Main {
    // WRAPPER: error[C0703]: `console` would be of another type than others, and `Reference` has
    // FUNCTION: error[C0703]: `console` would be of another type than others, and `calls` has
    Reference<Console> console;
    explicit Main(Serial* to) : console(to) {}
};

int main() {
    Serial serial;
    Main program(&serial);
    Reference<Console> const other(&serial);
    return program.console->put(1) + calls(program.console) + calls(other);
}
