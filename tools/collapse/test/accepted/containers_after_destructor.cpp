// SPDX-License-Identifier: BSD-2-Clause
// Nobody can tell that containers of silent types end after the destructor's body of a base.
// RUN: %same_output --class Derived %s
#include <cstdio>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <vector>

struct Base {
    ~Base() { std::puts("-base"); }
    virtual int count() const { return 0; }
};

struct Derived : Base {
    std::string name;
    std::vector<std::string> lines;
    std::unique_ptr<int> owned;
    std::tuple<std::string, int> pair;
    std::map<std::string, std::vector<int>> numbers;
    std::set<int> seen;
    int count() const override { return static_cast<int>(lines.size()); }
};

int main() {
    Derived derived;
    derived.lines.emplace_back("a line that is too long for the small buffer of a string");
    derived.owned = std::make_unique<int>(3);
    Base const& base = derived;
    std::printf("%d\n", base.count());
}
// PRINTS: 1
// PRINTS: -base
