// SPDX-License-Identifier: BSD-2-Clause
// Implements generated interfaces that inherit from each other, and calls them through each base.

#include <flat/sample/buffers.hpp>
#include <flat/sample/diamond.hpp>
#include <flat/sample/failing.hpp>
#include <flat/sample/nested.hpp>
#include <flat/sample/shape.hpp>

#include <cstdio>
#include <cstdlib>

namespace flat {

// What core/panic.cpp does in a kernel.
void assertion_failed(char const* condition, char const* file, u32 line) {
    std::printf("%s:%u: %s\n", file, line, condition);
    std::abort();
}

} // namespace flat

namespace {

using namespace flat;
using namespace flat::sample;

/// Base is reached on two ways and exists once.
class Component final : public Diamond, public Failing {
public:
    u32 base() override { return 1; }
    u32 left(Base::Kind kind) override { return kind == Base::Kind::two ? 2 : 0; }
    u32 right(Base::Kind) override { return 3; }
    u32 diamond(Base::Kind, Diamond::Kind own) override { return own == Kind::own ? 4 : 0; }
    void step(Nested::Step::Kind, Nested::Status const& status) override {
        good_steps += status.is_good ? 1 : 0;
    }

    Result<void, Problem> act() override { return Problem{Problem::too_large}; }
    Result<u32, Problem> count() override { return u32{5}; }
    Result<Shape, Problem> shape() override {
        return Shape{.sides = 3, .unit = Unit::inch, .colour = Records::Colour::red};
    }
    Result<Minimal*, Problem> find(u32) override { return Problem{Problem::Code::other}; }
    Result<Minimal*, Problem> search(u32) override { return static_cast<Minimal*>(nullptr); }
    Result<Tcb*, Problem> thread() override { return Problem{Problem::other}; }
    void report(Problem::Code code) override { last_ = code; }
    Problem::Code last() override { return last_; }

    void* narrow(InterfaceId id) override {
        return id == Left::interface_id ? static_cast<Left*>(this) : nullptr;
    }

    u32 good_steps = 0;

private:
    Problem::Code last_ = Problem::too_large;
};

void check(bool holds, char const* what) {
    if (!holds) {
        std::printf("%s\n", what);
        std::exit(1);
    }
}

Result<u32, Problem> passes_errors_on(Failing& failing) {
    TRY(failing.act());
    return u32{0};
}

} // namespace

int main() {
    Component component;
    Left& left = component;
    Right& right = component;
    Diamond& diamond = component;
    Top& top = component;
    Failing& failing = component;

    check(&static_cast<Base&>(left) == &static_cast<Base&>(right), "Base exists twice");
    check(left.base() == 1 && right.base() == 1 && diamond.base() == 1, "base");
    check(left.left(Base::Kind::two) == 2 && diamond.right(Base::Kind::one) == 3, "left and right");
    check(diamond.diamond(Base::Kind::one, Diamond::Kind::own) == 4, "diamond");

    Nested::Step& step = component;
    step.step(Nested::Step::Kind::last, Nested::Status{.is_good = true});
    check(component.good_steps == 1, "a nested interface");

    check(narrow_to<Left>(top) == &left && narrow_to<Right>(top) == nullptr, "narrow");
    check(passes_errors_on(failing).error() == Problem{Problem::too_large}, "an error");
    check(failing.count().value() == 5, "a value");
    check(failing.shape().value() == Shape{3, Unit::inch, Records::Colour::red}, "a record");
    check(failing.search(0).value() == nullptr && failing.find(0).is_error(), "a reference");
    failing.report(Problem::other);
    check(failing.last() == Problem::Code::other, "a code");
    check(Buffers::transform_text_max_bytes == 1024, "a limit");
}
