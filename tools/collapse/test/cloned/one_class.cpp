// SPDX-License-Identifier: BSD-2-Clause
// One class stands behind the reference parameter of a function, through a member that is retyped
// and by its own type; in a member the call stands before the class is complete.
// RUN: %cloned %s
// PLAN: {"version": 1, "references": [{"owner": "Main", "member": "console", "concrete": "Serial"}, {"owner": "Main::Ports", "member": "console", "concrete": "Serial"}], "sealed": ["Serial"], "clones": true}
// CLONE: greet(Serial&)
// CLONE: point(Serial*)
// DIRECT: greet(Serial&)
// DIRECT: point(Serial*)
#include <cstdio>

class Console {
public:
    virtual void write(char const* text) = 0;

protected:
    ~Console() = default;
};

template<class T>
class Required {
public:
    Required(T& target) : target_(&target) {}
    T& operator*() const { return *target_; }
    T* get() const { return target_; }

private:
    T* target_;
};

static void greet(Console& console) {
    console.write("hello");
}

static void point(Console* console) {
    console->write("there");
}

class Main {
public:
    struct Ports {
        Required<Console> console;
    };
    Main(Ports const& ports) : console(ports.console) {}
    void run() {
        greet(*console);
        point(console.get());
    }

private:
    Required<Console> console;
};

class Serial : public Console {
public:
    void write(char const* text) override { std::printf("serial: %s\n", text); }
};

int main() {
    Serial serial;
    Main({.console = serial}).run();
    greet(serial);
}
// PRINTS: serial: hello
// PRINTS: serial: there
// PRINTS: serial: hello
