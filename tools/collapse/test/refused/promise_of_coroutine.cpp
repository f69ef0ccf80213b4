// SPDX-License-Identifier: BSD-2-Clause
// The class of a coroutine's object chooses its promise.
// RUN: %refused --class Derived --flag=-std=c++20 %s
#include <coroutine>
#include <cstdio>

struct Task {
    int value = 0;
};

struct Base {
    virtual int get() const { return 1; }
    Task run();
};

struct Derived : Base {
    int get() const override { return 2; }
    Task run_own();
};

struct Promise {
    Task get_return_object() { return {5}; }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
};

struct OtherPromise : Promise {
    Task get_return_object() { return {6}; }
};

template<class Object>
struct std::coroutine_traits<Task, Object&> {
    using promise_type = Promise;
};
template<>
struct std::coroutine_traits<Task, Derived&> {
    using promise_type = OtherPromise;
};

// CHECK: error[C0601]:
// CHECK-NEXT: --> {{.*}}promise_of_coroutine.cpp:[[#@LINE+1]]:
Task Base::run() {
    co_return;
}
Task Derived::run_own() {
    co_return;
}

int main() {
    Derived derived;
    std::printf("%d %d %d\n", derived.get(), derived.run().value, derived.run_own().value);
}
