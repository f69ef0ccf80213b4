// SPDX-License-Identifier: BSD-2-Clause
// Copies that the compiler makes, after bases with destructors: of members whose copies and moves
// do not fail. What may fail is never copied.
// RUN: %same_output --class Plain --class Moved --class Unique --class Virtual %s
#include <cstdio>
#include <string>
#include <utility>

struct Base {
    Base() = default;
    Base(Base const&) = default;
    Base& operator=(Base const&) = default;
    virtual ~Base() { std::printf("-base %d\n", number); }
    virtual int get() const { return number; }
    int number = 1;
};

struct Calm {
    Calm() = default;
    Calm(Calm const& other) noexcept : value(other.value + 1) {}
    Calm& operator=(Calm const& other) = default;
    int value = 10;
};

struct Plain : Base {
    int get() const override { return number + calm.value; }
    Calm calm;
    int more[2] = {3, 4};
};

struct MovedBase {
    virtual ~MovedBase() { std::puts("-moved"); }
    virtual std::size_t size() const { return 0; }
};

struct Moved : MovedBase {
    Moved() = default;
    Moved(Moved const&) = delete;
    Moved(Moved&&) = default;
    std::size_t size() const override { return name.size(); }
    std::string name;
};

struct UniqueBase {
    virtual ~UniqueBase() { std::puts("-unique"); }
    virtual std::size_t size() const { return 0; }
};

struct Unique : UniqueBase {
    std::size_t size() const override { return name.size(); }
    std::string name;
};

struct First {
    std::string first = "first";
    virtual std::size_t size() const { return first.size(); }
};

struct Shared {
    std::string shared = "shared";
};

struct Virtual : First, virtual Shared {
    Virtual() = default;
    Virtual(Virtual const&) = default;
    Virtual& operator=(Virtual const&) = default;
    std::size_t size() const override { return first.size() + shared.size(); }
};

int main() {
    Plain plain;
    Plain copy = plain;
    std::printf("%d\n", copy.get());
    copy = plain;
    std::printf("%d\n", copy.get());
    Moved moved;
    moved.name = "moved";
    Moved const target = std::move(moved);
    std::printf("%zu\n", target.size());
    Unique unique;
    unique.name = "never copied";
    std::printf("%zu\n", unique.size());
    Virtual one;
    Virtual other;
    one.shared = "longer than before";
    other = one;
    std::printf("%zu\n", other.size());
}
// PRINTS: 12
// PRINTS: 11
// PRINTS: 5
// PRINTS: 12
// PRINTS: 23
// PRINTS: -unique
// PRINTS: -moved
// PRINTS: -moved
// PRINTS: -base 1
// PRINTS: -base 1
