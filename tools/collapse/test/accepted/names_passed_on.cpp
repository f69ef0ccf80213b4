// SPDX-License-Identifier: BSD-2-Clause
// Strings pass through two constructors by reference before a member copies them.
// RUN: %same_output --class Plugin %s
#include <cstdio>
#include <string>

int made = 0;

struct Named {
    explicit Named(std::string const& given) : name(given), number(++made) {}
    virtual int get() const = 0;
    std::string name;
    int number;
};

struct Loaded : Named {
    explicit Loaded(std::string const& given) : Named(given + "-plugin") {}
};

struct Device {
    explicit Device(std::string const& given) : label(given) {}
    virtual int length() const { return 0; }
    std::string label;
};

struct Driver : Device {
    explicit Driver(std::string const& given) : Device(given) {}
};

struct Plugin : Loaded, Driver {
    Plugin() : Loaded("json"), Driver("a device of the system") {}
    explicit Plugin(std::string const& given) : Loaded(given), Driver("prefix " + given) {}
    int get() const override { return number; }
    int length() const override { return static_cast<int>(label.size()); }
};

// PRINTS: json-plugin 1 a device of the system 22
// PRINTS: yaml-plugin 2 prefix yaml 11
int main() {
    for (Plugin const& each : {Plugin(), Plugin("yaml")})
        std::printf("%s %d %s %d\n", each.name.c_str(), each.get(), each.label.c_str(),
                    each.length());
}
