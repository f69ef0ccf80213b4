// SPDX-License-Identifier: BSD-2-Clause
// An argument reads what the copy of a base changes.
// RUN: %refused --class Copied %s
int state = 1;

struct Member {
    Member() = default;
    Member(Member const&) { state = 50; }
};

struct Part {
    Part() = default;
    Part(Part const&) = default;
    Member member;
};

struct Base : Part {
    Base() : number(0) {}
    Base(int number, Part const& part) : Part(part), number(number) {}
    int number;
    virtual int get() const { return number; }
};

struct Copied : Base {
    Copied() = default;
    // CHECK: error[C0404]: this argument of a base's constructor would be evaluated after the
    // CHECK-NEXT: --> {{.*}}argument_before_copy.cpp:[[#@LINE+1]]:
    Copied(Copied const& other) : Base(state, other) {}
    int get() const override { return number; }
};

int main() {
    Copied first;
    Copied second(first);
    return second.get();
}
