// SPDX-License-Identifier: BSD-2-Clause
// Nothing is written for construction, copy, move and destruction.
// RUN: %same_output --class Record %s
#include <cstdio>
#include <string>
#include <utility>

struct Named {
    std::string name = "none";
};

struct Numbered : Named {
    virtual int number() const { return number_; }
    virtual ~Numbered() = default;
    Numbered() = default;
    Numbered(Numbered const&) = default;
    Numbered(Numbered&&) = default;
    Numbered& operator=(Numbered const&) = default;
    Numbered& operator=(Numbered&&) = default;
    int number_ = 1;
};

struct Record : Numbered {
    int number() const override { return number_ * 100; }
    std::string text = "empty";
};

void show(Record const& record) {
    std::printf("%s %d %s\n", record.name.c_str(), record.number(), record.text.c_str());
}

int main() {
    Record first;
    show(first);
    first.name = "a name that is longer than the small strings of the library";
    first.number_ = 2;
    first.text = "text";
    Record second = first;
    Record third = std::move(first);
    show(second);
    show(third);
    second = Record();
    show(second);
    second = std::move(third);
    show(second);
}

// PRINTS: none 100 empty
// PRINTS: a name that is longer than the small strings of the library 200 text
// PRINTS: a name that is longer than the small strings of the library 200 text
// PRINTS: none 100 empty
// PRINTS: a name that is longer than the small strings of the library 200 text
