// SPDX-License-Identifier: BSD-2-Clause
// Deleted copies and a defaulted move stay what they are.
// RUN: %same_output --class Lock %s
#include <cstdio>
#include <type_traits>
#include <utility>

struct Resource {
    explicit Resource(int handle) : handle(handle) {}
    Resource(Resource const&) = delete;
    Resource& operator=(Resource const&) = delete;
    int handle;
};

struct Lock : Resource {
    explicit Lock(int handle) : Resource(handle) {}
    static void* operator new(unsigned long) = delete;
    void release(char) = delete;
    void release(int by) { handle -= by; }
};

static_assert(!std::is_copy_constructible_v<Lock>);
static_assert(!std::is_move_constructible_v<Lock>);
static_assert(!std::is_copy_assignable_v<Lock>);
static_assert(!std::is_default_constructible_v<Lock>);

template<class Kind>
concept Allocatable = requires { new Kind(1); };

int main() {
    Lock lock(10);
    lock.release(3);
    std::printf("%d %d\n", lock.handle, Allocatable<Lock>);
}

// PRINTS: 7 0
