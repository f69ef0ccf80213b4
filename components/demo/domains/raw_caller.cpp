// SPDX-License-Identifier: BSD-2-Clause
// Calls the kernel with any numbers and any words, as a program can that no generator has written.
#include <demo/domains/raw_caller.hpp>

#include <domain/system_call.hpp>

namespace flat::demo::domains {

namespace {

constexpr vaddr end_of_user = 0x8000'0000'0000;
constexpr vaddr of_the_kernel = 0xffff'8000'0010'0000;

} // namespace

void RawCaller::run() {
    state_ = seed->pass(0) * 0x9e3779b97f4a7c15 + 1;
    for (u64& each : own_)
        each = 0x2e2e2e2e2e2e2e2e; // dots, should they be shown
    for (u64 i = state_ % 5; i != 0; --i)
        (void)bank->open();
    for (u32 i = 0; i < calls; ++i)
        call();
}

void RawCaller::call() {
    u64 const number = random() % 16 == 0 ? random() : random() % numbers;
    domain::forwarded_call(number, word(), word(), word(), word(), word());
}

/// Half of them addresses of memory that it has, the others what only looks like one.
u64 RawCaller::word() {
    u64 const own = address_of(own_);
    u64 const near = random() % 16;
    switch (random() % 10) {
    case 0:
        return 0;
    case 1:
        return near;
    case 2:
        return random() % 5000;
    case 3:
        return end_of_user - near * 512;
    case 4:
        return of_the_kernel + near;
    case 5:
        return near % 2 ? ~near : random();
    default:
        return own + near * sizeof(u64);
    }
}

/// Marsaglia's xorshift64*.
u64 RawCaller::random() {
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    return (state_ * 0x2545f4914f6cdd1d) >> 16;
}

} // namespace flat::demo::domains
